import { createReadStream } from 'node:fs'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Saves the rows of a `copy … to stdout` as a gzip file. @returns their number, the file's SHA-256 */
export async function copyOut(
  client: pg.Client,
  statement: string,
  save: (rows: Readable, gzip: Duplex) => Promise<{ sha256: string }>,
) {
  const rows = client.query(to(statement))
  const { sha256 } = await save(rows, createGzip({ level: 4 }))
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
