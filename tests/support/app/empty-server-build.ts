/**
 * Replaces React Router's server build when tests create the HTTP application from source: it contains no
 * pages.
 */
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
