import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A pattern, because the server has two programs: app and cli (vite.config.ts).
  serverBuildFile: '[name].js',
  // Every route is known at the first load: no manifest request a visitor must wait for.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
