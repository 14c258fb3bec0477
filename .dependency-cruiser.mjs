// The dependency rules, generated from tools/architecture.ts. tools/architecture.test.ts breaks each rule
// once. Run: depcruise src tests bench tools
import {
  closedFolders,
  composed,
  composedAsType,
  serverFolders,
  serverPackages,
  sliceFiles,
  slices,
  storeKinds,
} from './tools/architecture.ts'

const test = '\\.test\\.tsx?$'
const server = '\\.server\\.tsx?$'
const serverRoot = `^src/(${serverFolders.join('|')})/`
const composition = '^src/(routes/|routes\\.ts$|root\\.tsx$|entry\\.[^/]+$)'
const typeOnly = ['type-only', 'type-import']

const literal = (text) => text.replaceAll('.', '\\.')
const inSlice = (slice, path) => `^src/capabilities/${slice}/${literal(path)}${path.endsWith('/') ? '' : '$'}`
const anySlice = '[^/]+'
const ownSlice = '$1'
const filesOf = (slice, kinds = []) => kinds.map((kind) => inSlice(slice, sliceFiles[kind].path))
const ground = (names = []) =>
  names.map((name) => `^src/${name}${name.startsWith('platform/') ? '[./]' : '/'}`)
const packages = (names) => {
  if (names === 'any') return ['node_modules/']
  return names.map((name) => `node_modules/${name.endsWith('/') ? name : `${name}/`}`)
}
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const publicPaths = Object.values(sliceFiles)
  .filter((file) => file.isPublic)
  .map((file) => literal(file.path) + (file.path.endsWith('/') ? '' : '$'))

const order = slices
  .slice(0, -1)
  .map((slice, index) =>
    rule(
      `order-${slice}`,
      `${slice} may import only: ${slices.slice(0, index).join(', ') || 'no other slice'}`,
      { path: `^src/capabilities/${slice}/`, pathNot: test },
      { path: slices.slice(index + 1).map((later) => `^src/capabilities/${later}/`) },
    ),
  )

// Targets that another rule reports already, so that one violation gives one line.
const reportedElsewhere = [
  composition,
  serverRoot,
  '^(tests|bench|tools|data)/',
  test,
  `^src/capabilities/(?!$1/)[^/]+/(?!${publicPaths.join('|')})`,
]

const fileRules = Object.entries(sliceFiles).flatMap(([kind, file]) => {
  const from = { path: inSlice('([^/]+)', file.path), pathNot: test }
  const asValue = [...filesOf(ownSlice, file.own), ...filesOf(anySlice, file.earlier), ...ground(file.ground)]
  const asType = [
    ...filesOf(ownSlice, file.types?.own),
    ...filesOf(anySlice, file.types?.earlier),
    ...ground(file.types?.ground),
  ]
  const list = [...file.own, ...file.earlier.map((name) => `earlier ${name}`), ...file.ground].join(', ')
  const allowed = rule(
    `may-import-${kind}`,
    `${file.path} may import: ${list || 'nothing of ours'}; packages: ${[file.packages].flat().join(', ') || 'none'}`,
    from,
    {
      pathNot: [...asValue, ...asType, ...packages(file.packages), ...reportedElsewhere],
      couldNotResolve: false,
      ...(file.node && { dependencyTypesNot: ['core'] }),
    },
  )
  if (asType.length === 0) return [allowed]
  const types = rule(`types-only-${kind}`, `${file.path} may import this as a type only`, from, {
    path: asType,
    pathNot: asValue,
    dependencyTypesNot: typeOnly,
  })
  return [allowed, types]
})

const browserFiles = ['schema', 'rules', 'contract', 'queries', 'ui']

export default {
  forbidden: [
    ...order,
    ...fileRules,
    rule(
      'public-files-only',
      'of another slice, only its public files: its store, api, jobs, mail and files are private',
      { path: '^src/capabilities/([^/]+)/', pathNot: test },
      {
        path: '^src/capabilities/',
        pathNot: ['^src/capabilities/$1/', `^src/capabilities/[^/]+/(${publicPaths.join('|')})`, test],
      },
    ),
    rule(
      'browser-never-server',
      'only .server files, the server’s folders and tools import .server files (types excepted; routes may use platform/rpc)',
      { path: '^src/', pathNot: [server, test, serverRoot, composition] },
      { path: server, dependencyTypesNot: typeOnly },
    ),
    rule(
      'routes-never-server',
      'a loader calls the in-process client of platform/rpc, never a .server file',
      { path: composition, pathNot: [server, test] },
      {
        path: server,
        pathNot: ['^src/capabilities/', '^src/platform/rpc[./]'],
        dependencyTypesNot: typeOnly,
      },
    ),
    rule(
      'routes-compose',
      `routes, root and entries import from a slice only: ${[...composed, ...composedAsType].join(', ')}`,
      { path: composition, pathNot: test },
      { path: '^src/capabilities/', pathNot: [...filesOf(anySlice, [...composed, ...composedAsType]), test] },
    ),
    rule(
      'types-only-routes',
      'the browser imports a contract as a type only: its schemas are too large',
      { path: composition, pathNot: test },
      { path: filesOf(anySlice, composedAsType), dependencyTypesNot: typeOnly },
    ),
    rule(
      'routes-stand-alone',
      'a route, root or entry imports no other one (types excepted): shared code belongs in ui',
      { path: composition, pathNot: test },
      { path: composition, pathNot: test, dependencyTypesNot: typeOnly },
    ),
    rule(
      'browser-never-node',
      'files that reach the browser import neither Node nor a server package (types excepted)',
      {
        path: ['^src/(ui|site)/', composition, ...filesOf(anySlice, browserFiles)],
        pathNot: [server, test],
      },
      { path: packages(serverPackages), dependencyTypesNot: typeOnly },
    ),
    rule(
      'browser-never-node-core',
      "files that reach the browser import none of Node's own modules (in slices, may-import checks it)",
      { path: ['^src/(ui|site)/', composition], pathNot: [server, test] },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'queries-only-in-store',
      'in a slice, only its stores query the database (types excepted)',
      {
        path: '^src/capabilities/',
        pathNot: [...storeKinds.map((kind) => inSlice(anySlice, sliceFiles[kind].path)), test],
      },
      { path: packages(['kysely', 'pg']), dependencyTypesNot: typeOnly },
    ),
    rule(
      'tables-in-catalogue',
      'the tables of data/ are read only by the file of a slice that checks them, so that no browser loads them',
      { path: '^src/', pathNot: [inSlice(anySlice, sliceFiles.catalogue.path), test] },
      { path: '^data/[^/]+$' },
    ),
    rule(
      'ground-knows-no-product',
      'ui, site and platform import no capability, route or server',
      { path: '^src/(ui|site|platform)/', pathNot: test },
      { path: ['^src/capabilities/', serverRoot, composition], pathNot: test },
    ),
    rule(
      'ui-stands-alone',
      'ui imports only chile: what also needs platform belongs in site',
      { path: '^src/ui/', pathNot: test },
      { path: ['^src/(input|site|platform)/'] },
    ),
    rule(
      'platform-without-screens',
      'platform imports neither ui nor site',
      { path: '^src/platform/', pathNot: test },
      { path: ['^src/(ui|site)/'] },
    ),
    ...Object.entries(closedFolders).map(([folder, files]) =>
      rule(
        `closed-${folder.split('/').at(-2)}`,
        `${folder} has these public files: ${files.join(', ')}`,
        { path: '^src/', pathNot: [`^${folder}`, test] },
        { path: `^${folder}`, pathNot: files.map((file) => `^${folder}${literal(file)}$`) },
      ),
    ),
    rule(
      'chile-imports-nothing',
      'chile is pure: it imports nothing but itself',
      { path: '^src/chile/', pathNot: test },
      { pathNot: ['^src/chile/', '^(tests|bench|tools)/'], couldNotResolve: false },
    ),
    rule(
      'input-is-pure',
      'input cleans and checks values for everyone: it imports only zod',
      { path: '^src/input/', pathNot: test },
      {
        pathNot: ['^src/input/', ...packages(['zod']), '^(tests|bench|tools)/'],
        couldNotResolve: false,
      },
    ),
    rule(
      'nobody-imports-routes',
      'routes are the top layer: no slice imports them',
      { path: '^src/capabilities/', pathNot: test },
      { path: composition, pathNot: test },
    ),
    rule(
      'nobody-imports-server',
      'the server’s folders are the composition root: slices, routes and entries do not import them',
      { path: ['^src/capabilities/', composition], pathNot: test },
      { path: serverRoot, pathNot: test },
    ),
    rule(
      'product-knows-no-tools',
      'src imports neither tests, benches, tools nor a test file',
      { path: '^src/', pathNot: test },
      { path: ['^(tests|bench|tools)/', test] },
    ),
    rule('no-cycles', 'no cycle between files, types included', {}, { circular: true }),
    rule(
      'resolved',
      'every import resolves (except modules that React Router and the build generate)',
      {},
      { couldNotResolve: true, pathNot: ['^virtual:', '^~fonts/', '/\\+types/'] },
    ),
  ],
  options: {
    // Type imports count too: a slice that needs another slice's type depends on that slice.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
