/** What a ComfyUI server says of itself and of its nodes: `system_stats` and `node_info` of server.py (002c3fb9). */

export const systemStats = {
  system: {
    os: "linux",
    ram_total: 33_000_000_000,
    ram_free: 20_000_000_000,
    comfyui_version: "0.3.64",
    required_frontend_version: "1.28.7",
    installed_templates_version: "0.2.0",
    required_templates_version: "0.2.0",
    comfy_package_versions: [],
    python_version: "3.12.3",
    pytorch_version: "2.8.0+cu128",
    embedded_python: false,
    deploy_environment: "local",
    argv: ["main.py"],
  },
  devices: [
    {
      name: "cuda:0",
      type: "cuda",
      index: 0,
      vram_total: 12_000_000_000,
      vram_free: 11_000_000_000,
      torch_vram_total: 0,
      torch_vram_free: 0,
    },
  ],
};

/** A node's entry in `/object_info`. @param inputs its `input`, in the old form or in that of V3 */
export const nodeInfo = (name: string, inputs: object) => ({
  input: {},
  ...inputs,
  input_order: {},
  is_input_list: false,
  output: [],
  output_is_list: [],
  output_name: [],
  name,
  display_name: name,
  description: "",
  python_module: "nodes",
  category: "sd",
  output_node: name === "SaveImage" || name === "PreviewImage",
  has_intermediate_output: false,
  search_aliases: [],
});

/** Answers to requests without a usable graph or id. */
export const invalidId = {
  error: {
    type: "invalid_prompt_id",
    message: "prompt_id must be a valid UUID",
    details: "prompt_id must be a UUID string in canonical lowercase hyphenated form",
    extra_info: {},
  },
  node_errors: {},
};

export const noPrompt = {
  error: {
    type: "no_prompt",
    message: "No prompt provided",
    details: "No prompt provided",
    extra_info: {},
  },
  node_errors: {},
};
