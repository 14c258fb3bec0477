import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { smallFonts } from './tools/fonts.ts'

/**
 * When a route's module cannot be imported, React Router reloads the page at once. Without a connection that
 * ends on the browser's error page and loses what was typed. Instead, the navigation waits and the current
 * page stays (H-08).
 */
const retryRouteImport: Plugin = {
  name: 'lost-route',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*routeModules\.js$/ },
    handler: (code) => {
      const patched = code.replace(
        /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
        'return (routeModulesCache[route.id] = await importRouteAgain(route.module));',
      )
      if (patched === code)
        throw new Error(
          'React Router handles a failed route import differently: update the plugin lost-route.',
        )
      return `import { importRouteAgain } from ${JSON.stringify(resolve('src/platform/routing/navigation-retry.ts'))};\n${patched}`
    },
  },
}

/**
 * Packages that are bundled into the server programs. They consist of many small files, which Node would
 * resolve and read at each start (docs/decisions/0003); bundling also drops the unused parts of react-email.
 * React and React Router stay external: external packages import them too, and a second copy would be a
 * second router.
 */
const bundledPackages = [
  'react-email',
  'lucide-react',
  'kysely',
  'zod',
  'jose',
  /^@(base-ui|tanstack|orpc)\//,
]

const pathPattern = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'))

/**
 * Code that many pages share, in few chunks: fewer requests per page at about the same size
 * (docs/decisions/0009). A group also takes the modules that it imports, unless a group of higher priority
 * has them. Therefore a group needs a lower priority than the groups that it depends on.
 */
const sharedChunks = [
  { name: 'icons', test: pathPattern('lucide-react/'), minShareCount: 4, priority: 7 },
  {
    name: 'chile',
    test: pathPattern('src/(chile/(dates|money|phone|rut)|input/ids|capabilities/accounts/rules)\\.ts$'),
    priority: 7,
  },
  // Without the calls of pages that few people open, or only people with a case.
  {
    name: 'calls',
    test: pathPattern(
      'node_modules/@(orpc|tanstack)/|src/platform/((drafts|flash|query|realtime|routing|rpc|session)/|errors/offline-message)|(?<!/(closings|console|moderation|privacy|proposals|verification|workspace))/queries\\.ts$|src/site/(forms/(failure-text|use-submit|use-form-submit)|live-connection-loader|query-provider|use-session-user)|accounts/ui/use-return-path\\.ts$',
    ),
    minShareCount: 3,
    priority: 6,
  },
  {
    name: 'rules',
    test: pathPattern('node_modules/zod/|(accounts/schema|input/fields)\\.ts$'),
    minShareCount: 4,
    priority: 5,
  },
  {
    name: 'lawyers',
    test: pathPattern('chile/specialties|lawyers/(schema|rules)\\.ts$'),
    minShareCount: 2,
    priority: 4,
  },
  {
    name: 'forms',
    test: pathPattern('node_modules/(react-hook-form|@hookform)/|forms/use-schema-form\\.ts$'),
    minShareCount: 2,
    priority: 4,
  },
  {
    name: 'cases',
    test: pathPattern(
      '((cases|chat|market|proposals)/schema|chat/rules|market/(queries|ui/market-texts)|(closings|proposals)/queries)\\.ts$',
    ),
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'plans',
    test: pathPattern('plans/(schema|rules|ui/use-credits)\\.ts$'),
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'workspace',
    test: pathPattern('(documents|workspace)/(schema|queries)\\.ts$'),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'pieces',
    test: pathPattern(
      'src/(ui/(actions/(icon-button|submit-button)|boot/text-before-hydration|display/(avatar|badge|chips|stars)|feedback/(empty-state|notice|skeleton)|fields/(field|text-field)|layout/(card|page-heading)|lists/load-more)|site/roof)\\.tsx?$',
    ),
    priority: 3,
  },
  { name: 'loaded', test: pathPattern('src/site/loaded'), minShareCount: 2, priority: 2 },
  {
    name: 'choices',
    test: pathPattern(
      'src/ui/(fields/(amount|amount-input|digits|digit-input|field-style|number-field|radio-group)|lists/(choice-popup|combobox|highlighted|list-box|list-keys|select|use-list)|overlays/popup)\\.tsx?$|search-texts\\.ts$',
    ),
    priority: 2,
  },
  {
    name: 'fields',
    test: pathPattern(
      'src/ui/fields/(keep-above-bottom-bar|date-field|file-rules|phone-field|text-area)\\.tsx?$|files/upload\\.ts$|forms/use-upload-once\\.ts$',
    ),
    minShareCount: 2,
    priority: 1,
  },
  // Not in the next group: the chat needs it without the rest.
  {
    name: 'clock',
    test: pathPattern('src/(chile/clock-time|site/use-today)'),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'tasks',
    test: pathPattern(
      'workspace/(rules\\.ts|ui/(own-task-row|task-details|task-facts|use-ticks)\\.tsx?)$|ui/fields/checkbox\\.tsx$',
    ),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'search',
    test: pathPattern('search/ui/(reason-texts|results-header|search-params)\\.tsx?$'),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'access',
    test: pathPattern(
      'src/(site/access-layout|ui/fields/password-field)\\.tsx$|accounts/ui/(new-password-fields|role-state)\\.tsx?$|security/ui/use-mailed-link\\.ts$',
    ),
    minShareCount: 2,
    priority: 1,
  },
  // Code that every signed-in user loads after hydration. `use-logout` has its own chunk: a visitor's menu on
  // a phone loads it too, without the API client that the rest imports.
  { name: 'logout', test: pathPattern('accounts/ui/use-logout'), priority: 1 },
  {
    name: 'session',
    test: pathPattern('accounts/ui/session-menu|chat/ui/unread-count|src/site/live-connection\\.'),
    priority: 0,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [smallFonts, tailwindcss(), reactRouter(), retryRouteImport],
  environments: {
    client: {
      build: {
        // React Router preloads a route's modules itself; an import after a click may take two round trips.
        modulePreload: false,
        rolldownOptions: {
          // A page that needs a constant of such a file does not load the schemas that the file imports for others.
          treeshake: {
            moduleSideEffects: [
              { test: pathPattern('src/capabilities/[^/]+/(rules|schema)\\.ts$'), sideEffects: false },
            ],
          },
          output: {
            codeSplitting: {
              groups: [
                {
                  // The libraries of every page in one chunk: it stays in the browser's cache over our
                  // releases.
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/,
                  priority: 9,
                },
                {
                  // The root layout with its imports, and small modules that the landing page shares with
                  // others. One chunk compresses better than twenty and needs fewer requests (docs/design.md
                  // §11).
                  name: 'frame',
                  test: /src[\\/](root\.tsx|chile[\\/]numbers\.ts|ui[\\/](boot[\\/]use-location-state|feedback[\\/]spinner|actions[\\/]text-link)\.tsx?|site[\\/](page-meta|support-link)\.tsx?)$/,
                  priority: 8,
                },
                ...sharedChunks,
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: command === 'build' ? bundledPackages : [] },
      build: {
        // React Router 8 has no isSsrBuild, so the two server programs are listed here (docs/decisions/0003).
        rolldownOptions: {
          input: { app: './src/server/app.ts', cli: './src/server/cli.ts' },
          output: { chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}))
