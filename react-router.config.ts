import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A pattern, because the build makes two server programs: app and cli (vite.config.ts).
  serverBuildFile: '[name].js',
  // A page carries its own route only; those of its links are fetched after hydration (src/server/pages.ts).
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
