import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { keepStream } from './manifest.ts'

/**
 * Runs `copy … to stdout` into a new compressed file.
 * @returns how many rows, and the file's digest
 */
export async function copyOut(client: pg.Client, text: string, path: string) {
  const rows = client.query(to(text))
  const { sha256 } = await keepStream(path, rows, createGzip({ level: 4 }))
  // How many there were is said after the last row: what is asked next is answered after that.
  await client.query('')
  return { rows: rows.rowCount, sha256 }
}

/**
 * Writes the rows of a file that `copyOut` made.
 * @param into a table with its columns. Any: a restore writes what all owners wrote, so no rule of theirs is asked.
 * @returns how many rows
 */
export async function copyIn(client: pg.Client, into: string, path: string): Promise<number> {
  const rows = client.query(from(['copy', into, 'from stdin'].join(' ')))
  await pipeline(createReadStream(path), createGunzip(), rows)
  return rows.rowCount
}
