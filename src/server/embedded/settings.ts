import type { Place } from './place.ts'
import { PORT } from './socket.ts'
import { tryAs } from './user.ts'

const DEFAULTS: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '200',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Arguments of the server. What keeps it private to this machine and user is not the caller's to override. */
export function serverArguments(
  place: Place,
  socketDir: string,
  settings: Record<string, string> = {},
): string[] {
  const fixed: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`, // a list: commas and spaces need quotes
    unix_socket_permissions: '0700',
  }
  const all = { ...DEFAULTS, ...compression(place), ...settings, ...fixed }
  return ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** lz4 where these binaries were built with it: they refuse to start otherwise. */
function compression(place: Place): Record<string, string> {
  const probe = ['-D', place.cluster, '-C', 'wal_compression', '-c', 'wal_compression=lz4']
  return tryAs(place.user, place.binaries.postgres, probe).status === 0 ? { wal_compression: 'lz4' } : {}
}
