export { installedModels } from "./queries/rows.ts";
export {
  firstModels,
  machineFacts,
  modelList,
  type ListedModel,
  type MachineFacts,
  type ModelList,
} from "./queries/list.ts";
