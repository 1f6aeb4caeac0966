import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import pages from "./react-router.config.ts";

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

/**
 * React Router can be watched from inside by `instrumentations`, which no page here hands over: what these functions would
 * do is never asked for, and is 1.2 kB of every first page.
 */
function routerUnwatched(): Plugin {
  const refuse =
    'throw new Error("instrumentations are left out of this build: see vite.config.ts")';
  return {
    name: "router-unwatched",
    applyToEnvironment: ({ name }) => name === "client",
    load: {
      filter: { id: /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
      handler: () => `
        export function consumeInstrumentationClientResultMetaReceiver() {}
        export function getRouteInstrumentationUpdates() { ${refuse}; }
        export function instrumentClientSideRouter() { ${refuse}; }
        // Asked for by the server's half of the package, none of which reaches a browser.
        export function instrumentHandler() { ${refuse}; }
        export const instrumentationResultMetaContext = {};
      `,
    },
  };
}

/** Finding out about routes bit by bit: the list is whole from the start (react-router.config.ts), and this is 1 kB. */
function routerKnowsAllRoutes(): Plugin {
  if (pages.routeDiscovery.mode !== "initial") throw new Error("routes are found out bit by bit");
  return {
    name: "router-knows-all-routes",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/ },
      handler(code) {
        const asked = /(?<!function )isFogOfWarEnabled\(routeDiscovery, ssr\)/g;
        if (!asked.test(code)) this.error("react-router no longer asks in this way");
        return { code: code.replace(asked, "false"), map: null };
      },
    },
  };
}

const oneOf = (folder: string, names: string) => `${folder}/(${names})(\\.|$)`;

/** What every first page needs; in one file it is a tenth smaller than in thirty. What loads on a press is not named here. */
const site = new RegExp(
  [
    oneOf("/src", "root|paths|entry.client"),
    oneOf(
      "/src/ui",
      "avatar|empty-state|glyphs|page-head|send|site|toast|tooltip|use-theme|use-hydrated",
    ),
    oneOf("/src/ui", "theme-switch"),
    oneOf("/src/shell", "header|footer|logo|page-context|page-errors|late-error-page|site-layout"),
    oneOf("/src/shell", "theme-script|search-field|modal-provider"),
    oneOf("/src/rules", "image-address|theme|initials|name-hue|aspect-shape|wall-layout"),
    oneOf("/src/rules", "search-slug|header-scroll|auth-state|modal-history"),
    "/src/features/(billing/ui/balance|identity/ui/member|notifications/ui/events)\\.",
    "/src/pages/home\\.",
    oneOf("/src/features/pictures/ui", "print|shape-filter|tile|use-wall-pages|wall|wall-\\w+"),
  ].join("|"),
);

/** What several pages behind the first share. */
const common = new RegExp(
  [
    oneOf("/src/ui", "dialog|modal-dialog|more-button|pager|field|bars|use-copy|use-more|moment"),
    oneOf("/src/features/identity/ui", "account-form|sign-in-picture"),
    oneOf("/src/features/collections/ui", "collection-grid|image-count|mosaic|open-collection"),
    oneOf("/src/features/social/ui", "follow-button|people"),
  ].join("|"),
);

export default defineConfig({
  plugins: [
    sonnerWithoutStyleTag(),
    phosphorTwoWeights(),
    routerUnwatched(),
    routerKnowsAllRoutes(),
    tailwindcss(),
    reactRouter(),
  ],
  build: { assetsInlineLimit: 0, sourcemap: false, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /\/node_modules\/(react|react-dom|scheduler|react-router|cookie)\//,
                },
                { name: "site", test: site },
                // Follows the session on every page: it must not bring along what it shares with forms.
                {
                  name: "auth-sync",
                  test: /\/(auth-sync|auth-channel|session|auth-snapshot)\.ts$/,
                },
                // One file of 40 icons weighs less than naming 40 files in the list of routes.
                { name: "icons", test: /\/@phosphor-icons\// },
                { name: "pages", test: common },
              ],
            },
          },
        },
      },
    },
  },
});
