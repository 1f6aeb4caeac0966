import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Sonner writes its style sheet into the page by script, which the content security policy refuses.
 * The same sheet is imported by theme.css; only the call is taken out.
 */
function sonnerWithoutStyleTag(): Plugin {
  return {
    name: "sonner-without-style-tag",
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const call = /^__insertCSS\(".*"\);$/m;
        if (!call.test(code)) this.error("sonner no longer inserts its style sheet in this way");
        return { code: code.replace(call, ""), map: null };
      },
    },
  };
}

/** Each Phosphor icon carries six weights; the design uses regular and fill. */
function phosphorTwoWeights(): Plugin {
  return {
    name: "phosphor-two-weights",
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/ },
      handler(code) {
        const unused = /\[\s*"(?:bold|duotone|light|thin)",[\s\S]*?\n {2}\],?/g;
        return { code: code.replace(unused, ""), map: null };
      },
    },
  };
}

export default defineConfig({
  plugins: [sonnerWithoutStyleTag(), phosphorTwoWeights(), tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
});
