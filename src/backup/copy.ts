import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { saveStream } from './manifest.ts'

/** Writes the rows of a `copy … to stdout` to a new gzip file. @returns their number, the file's SHA-256 */
export async function copyOut(client: pg.Client, statement: string, path: string) {
  const rows = client.query(to(statement))
  const { sha256 } = await saveStream(path, rows, createGzip({ level: 4 }))
  // The row count arrives after the last row. An empty query makes sure that it has arrived
  // (docs/decisions/0027).
  await client.query('')
  return { rows: rows.rowCount, sha256 }
}

/**
 * Loads the rows of a file that `copyOut` wrote.
 * @param target a table with its columns: any table, because a restore bypasses the rules of the tables'
 *   owners
 * @returns the number of rows
 */
export async function copyIn(client: pg.Client, target: string, path: string): Promise<number> {
  const rows = client.query(from(['copy', target, 'from stdin'].join(' ')))
  await pipeline(createReadStream(path), createGunzip(), rows)
  return rows.rowCount
}
