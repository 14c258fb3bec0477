import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where uploaded files are stored. */
export type FileStorageConfig =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3'
      bucket: string
      region: string
      /** null: Amazon's endpoint of the region. */
      endpoint: string | null
      /** null: credentials of the machine (environment variables, instance role). */
      keys: { id: string; secret: string } | null
      /** Local folder for uploads until they are stored in the bucket. */
      arrivals: string
    }

/**
 * Parses FILES_URL: `file:///srv/amparo/files`, or `s3://KEY:SECRET@endpoint:port/bucket?region=…&tls=off`
 * with the key and secret percent-encoded. Without an endpoint (`s3:///bucket?region=…`) the server is
 * Amazon's.
 * @param filesUrl null: the folder `files` under dataDir
 * @returns null when the URL is invalid
 */
export function parseFilesUrl(filesUrl: string | null, dataDir: string): FileStorageConfig | null {
  if (filesUrl === null) return { kind: 'disk', folder: resolve(dataDir, 'files') }
  if (!URL.canParse(filesUrl)) return null
  const url = new URL(filesUrl)
  if (url.protocol === 'file:') {
    return url.host === '' && url.pathname.length > 1 ? { kind: 'disk', folder: fileURLToPath(url) } : null
  }
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1]
  if (url.protocol !== 's3:' || !bucket || (url.username === '') !== (url.password === '')) return null
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    kind: 's3',
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.host ? `${scheme}://${url.host}` : null,
    keys: url.username
      ? { id: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) }
      : null,
    arrivals: join(resolve(dataDir), 'arrivals'),
  }
}
