/** Stands in for React Router's build where a test makes the HTTP application from source: it has no pages. */
export const routes = {}
export const entry = { module: { default: () => new Response(null, { status: 404 }) } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' }
export const assetsBuildDirectory = 'build/client'
export const publicPath = '/'
export const basename = '/'
export const future = {}
export const isSpaMode = false
export const ssr = true
export const prerender: string[] = []
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' }
