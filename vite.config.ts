import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { messages } from "./scripts/languages/plugin.ts";

const oneOf = (folder: string, names: string) => `${folder}/(${names})(\\.|$)`;

/** What every first page needs; in one file it is a tenth smaller than in thirty. What loads on a press is not named here. */
const site = new RegExp(
  [
    oneOf("/src", "root|paths|entry.client"),
    oneOf(
      "/src/ui",
      "avatar|data-age|empty-state|glyphs|menu|option|page-head|popover|segment|spinner|tabs|send|site|stored|toast|tooltip|use-theme|use-hydrated",
    ),
    oneOf("/src/ui", "theme-switch|data/use-list"),
    oneOf("/src/shell", "header|footer|logo|page-context|page-errors|late-error-page|site-layout"),
    oneOf("/src/shell", "theme-script|search-field|modal-provider|load-member-tools"),
    oneOf("/src/rules", "image-address|theme|initials|name-hue|aspect-shape|wall-layout"),
    oneOf("/src/rules", "search-slug|header-scroll|auth-state|modal-history"),
    "/src/features/(billing/ui/balance|identity/ui/member|notifications/ui/events)\\.",
    "/src/pages/home\\.",
    oneOf(
      "/src/features/pictures/ui",
      "feed-tabs|shape-filter|tile|use-automatic-pages|use-filling|use-wall-pages|wall|wall-\\w+",
    ),
  ].join("|"),
);

/** What several pages behind the first share. */
const common = new RegExp(
  [
    oneOf(
      "/src/ui",
      "alert|dialog|modal-dialog|more-button|checkbox|color-input|field|file-input|labelled|select|slider|text-area|switch|table|pager|bars|use-copy|moment",
    ),
    oneOf(
      "/src/features/identity/ui",
      "account-card|account-form|fresh-factor|sign-in-picture|when",
    ),
    oneOf("/src/features/collections/ui", "collection-grid|image-count|mosaic|open-collection"),
    oneOf("/src/features/social/ui", "follow-button|people"),
    // Small ones: named in many places of the list of routes, they would weigh more there than here.
    oneOf(
      "/src/rules",
      "money|moment|day|duration|price-list|credit-tone|credit-costs|licences|byte-size",
    ),
    oneOf(
      "/src/rules",
      "intent|oklab|report-reasons|cast-limits|cast-progress|param-text|references",
    ),
    oneOf("/src/features/admin/ui", "csv-link|moment|pager|selection|use-selection|use-undo-toast"),
    oneOf(
      "/src/ui",
      "data/queries|data/use-query|set-aside|day-field|search-input|search-form|first-click|steady-label|progress-ring",
    ),
    oneOf("/src/features/pictures/ui", "picture-link"),
    oneOf("/src/features/search/ui", "nothing-found"),
    oneOf("/src/ui", "meter"),
    oneOf("/src/features/moderation/ui", "decision-labels|when"),
    oneOf("/src/features/content/ui", "day"),
    oneOf("/src/features/generation/ui", "quality-word|grid-words|engine-facts"),
    "/src/features/\\w+/ui/api\\.",
  ].join("|"),
);

export default defineConfig({
  plugins: [messages(import.meta.dirname), tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false, modulePreload: false },
  environments: {
    // Eighty icons are 166 files of the package, each found and read at a start.
    ssr: { resolve: { noExternal: ["@phosphor-icons/react"] } },
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
