import { startEmbeddedPostgres } from '/work/main/src/server/embedded/postgres.ts'
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import pg from 'pg'
const dir = mkdtempSync((process.argv[2] ?? '/tmp') + '/amparo-m-'); chmodSync(dir, 0o711)
let t0 = performance.now()
const lap = (w) => console.log(w, Math.round(performance.now() - t0))
const s = await startEmbeddedPostgres({ dataDir: dir + '/data', settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
lap('started')
const admin = new pg.Client({ connectionString: s.url('postgres') }); await admin.connect()
let a = performance.now()
await admin.query('create database tpl')
console.log('create', performance.now() - a)
for (let k = 0; k < 3; k++) {
  t0 = performance.now()
  const c = spawn(process.execPath, ['src/server/start.ts'], { env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: s.url('tpl'), LOCAL_MODE: 'on', PORT: '0', SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dir + '/d', TRUSTED_PROXIES: '127.0.0.1' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await new Promise((d) => c.stdout.on('data', (x) => { if (String(x).includes('Amparo está')) { console.log(String(x).trim()); d(0) } }))
  lap('app ready')
  t0 = performance.now()
  c.disconnect()
  await new Promise((d) => c.on('exit', d))
  lap('app gone')
}
await admin.end(); await s.stop(); rmSync(dir, { recursive: true })
