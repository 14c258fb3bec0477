import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A pattern, because the server has two programs: app and cli (vite.config.ts).
  serverBuildFile: '[name].js',
  // A page knows its own route; those its links lead to are asked for when it is alive (src/server/pages.ts).
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
