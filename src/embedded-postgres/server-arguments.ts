import type { ClusterLocation } from './cluster-location.ts'
import { runAs } from './server-user.ts'
import { SOCKET_PORT } from './socket-dir.ts'

const DEFAULT_SETTINGS: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '200',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Arguments of the server. The settings that keep it private to this machine and user are fixed. */
export function serverArguments(
  location: ClusterLocation,
  socketDir: string,
  settings: Record<string, string> = {},
): string[] {
  const privacy: Record<string, string> = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`, // a list, so commas and spaces need quotes
    unix_socket_permissions: '0700',
  }
  const all = { ...DEFAULT_SETTINGS, ...compression(location), ...settings, ...privacy }
  return [
    '-D',
    location.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** WAL compression with lz4, if these binaries support it: otherwise they would refuse to start. */
function compression(location: ClusterLocation): Record<string, string> {
  const probe = ['-D', location.cluster, '-C', 'wal_compression', '-c', 'wal_compression=lz4']
  return runAs(location.user, location.binaries.postgres, probe).status === 0
    ? { wal_compression: 'lz4' }
    : {}
}
