import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { smallFonts } from './tools/fonts.ts'

/**
 * React Router names its components for debuggers (`NavLink.displayName = …`) and makes them by calls that could do
 * anything, so that none is left out of the program, used or not. Its own page for a program that takes long, and the
 * hooks for measuring tools, are never used here. Told so, the first visit is 4 KB lighter (measured, gzip). What it says
 * to programmers in five sentences it says in one: half a kilobyte more.
 */
const unused: Plugin = {
  name: 'unused-router-components',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/]/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/ = (React[$\w]*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ $1')
        .replace(/if \((?:init|opts\?)\.instrumentations\)/g, 'if (false)')
        .replace(
          /"((?:You (?:are trying to use a blocker|provided the `\w+` option|cannot call `\w+\(\)`)|Detected a manifest)[^".,]*)(?:[^"\\]|\\.)*"/g,
          '"$1"',
        )
        .replace(/renderScripts \? .*Scripts, null\) : null/, 'null'),
  },
}

/**
 * A route whose program cannot be fetched: React Router reloads the page at once, which without a connection ends on the
 * browser's own error page and loses what was typed. Instead the navigation waits, and the page one is on stays (H-08).
 */
const lostRoute: Plugin = {
  name: 'lost-route',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*routeModules\.js$/ },
    handler: (code) => {
      const waiting = code.replace(
        /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
        'return (routeModulesCache[route.id] = await importRouteAgain(route.module));',
      )
      if (waiting === code)
        throw new Error('React Router handles a lost route in another way: look at lost-route again.')
      return `import { importRouteAgain } from ${JSON.stringify(resolve('src/platform/rpc/unreachable.ts'))};\n${waiting}`
    },
  },
}

/** `import()` as the browser has it: with modulePreload off, Vite's wrapper around it has nothing left to do. */
const plainImport: Plugin = {
  name: 'plain-import',
  apply: 'build',
  transform: {
    filter: { id: /vite[\\/]preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/**
 * Packages of many small files that go into the server's programs: of 1,740 files that Node had to find and read at each
 * start 920 are left, and the two programs take 0.9 s of processor time to import instead of 1.7 (docs/decisions/0003). Of
 * react-email only the pieces that the mails use stay: its highlighter alone took 180 ms. React and React Router stay
 * outside: other packages that do import them, and two copies would be two routers.
 */
const builtIn = [
  'react-email',
  'lucide-react',
  'kysely',
  'zod',
  'jose',
  'better-auth',
  'better-call',
  /^@(better-auth|noble|base-ui|tanstack|orpc)\//,
]

const folder = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'))

/**
 * What many pages share, in few files: a page asks for 20 instead of 50, and packed together they weigh what they did apart
 * (docs/decisions/0009). A group takes along what it imports, unless one of higher priority has it: what stands on others
 * stands below them here.
 */
const shared = [
  { name: 'icons', test: folder('lucide-react/'), minShareCount: 4, priority: 7 },
  {
    name: 'chile',
    test: folder('src/(chile/(dates|money|phone|rut)|capabilities/accounts/rules)\\.ts$'),
    priority: 7,
  },
  {
    name: 'calls',
    test: folder(
      'node_modules/@(orpc|tanstack)/|src/platform/(rpc|realtime)/|/queries\\.ts$|accounts/ui/(show-failure|use-(sending|volver))\\.ts$|src/ui/retry',
    ),
    minShareCount: 3,
    priority: 6,
  },
  { name: 'rules', test: folder('node_modules/zod/|accounts/schema\\.ts$'), minShareCount: 4, priority: 5 },
  {
    name: 'lawyers',
    test: folder('chile/specialties|lawyers/(schema|rules)\\.ts$'),
    minShareCount: 2,
    priority: 4,
  },
  { name: 'forms', test: folder('node_modules/(react-hook-form|@hookform)/'), minShareCount: 2, priority: 4 },
  { name: 'cases', test: folder('(cases|chat|proposals)/schema\\.ts$'), minShareCount: 2, priority: 3 },
  {
    name: 'pieces',
    test: folder(
      'src/ui/(avatar|badge|card|chips|digits|empty-state|field|icon-button|load-failed|load-more|notice|page-heading|roof|skeleton|stars|submit-button|text-field|typed-early)\\.tsx?$',
    ),
    priority: 3,
  },
  {
    name: 'choices',
    test: folder(
      'src/ui/(amount|amount-input|combobox|digit-input|field-style|highlighted|list-box|list-keys|number-field|popup|radio-group|select|set-ref)\\.tsx?$|search-texts\\.ts$',
    ),
    priority: 2,
  },
  {
    name: 'fields',
    test: folder('src/ui/(above-bar|date-field|file-rules|phone-field|text-area)\\.tsx?$|files/upload\\.ts$'),
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'access',
    test: folder(
      'src/ui/(access-layout|password-field)\\.tsx$|accounts/ui/(new-password-fields|role-state)\\.tsx?$',
    ),
    minShareCount: 2,
    priority: 1,
  },
  // What everybody who is signed in fetches once the page is alive, in one file; a visitor's menu on a phone shares the
  // first with it, and has no use for the calls that the rest brings.
  { name: 'logout', test: folder('accounts/ui/use-logout'), priority: 1 },
  {
    name: 'session',
    test: folder('accounts/ui/session-menu|chat/ui/unread-count|realtime/live-part'),
    priority: 0,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [smallFonts, tailwindcss(), reactRouter(), unused, lostRoute, plainImport],
  environments: {
    client: {
      build: {
        // React Router preloads a route's files itself; what is fetched with a press may come in two steps.
        modulePreload: false,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  // One file for what every page needs, so that a new release of ours leaves it in the browser's cache.
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/,
                  priority: 9,
                },
                {
                  // The frame of every page with all it imports, and the small pieces that the landing page shares with
                  // others: one file is a third lighter than twenty, and a first visit asks less often (DESIGN §11).
                  name: 'frame',
                  test: /src[\\/](root\.tsx|ui[\\/](nav-state|page-meta|spinner|text-link)\.tsx?)$/,
                  priority: 8,
                },
                ...shared,
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: command === 'build' ? builtIn : [] },
      build: {
        // React Router 8 has no isSsrBuild: the server's two programs are named here (docs/decisions/0003).
        rolldownOptions: {
          input: { app: './src/server/app.ts', cli: './src/server/cli.ts' },
          output: { chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}))
