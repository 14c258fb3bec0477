import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  // One file for what every page needs, so that a new release of ours leaves it in the browser's cache.
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // React Router 8 has no isSsrBuild: the server's two programs are named here (docs/decisions/0003).
        rolldownOptions: {
          input: { app: './src/server/app.ts', cli: './src/server/cli.ts' },
          output: { chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
})
