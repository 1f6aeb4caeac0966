export { installedModels } from "./queries/rows.ts";
export {
  machineFacts,
  modelList,
  type ListedModel,
  type MachineFacts,
  type ModelList,
} from "./queries/list.ts";
