import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  SESSION_SECRET: 's'.repeat(32),
  PUBLIC_URL: 'https://amparo.test',
  SMTP_URL: 'smtp://correo.test:25',
  SUPPORT_EMAIL: 'soporte@amparo.test',
  DATABASE_URL: 'postgres://base.test/amparo',
  TRUSTED_PROXIES: '10.0.0.0/8, ::1',
}

/** Names of the settings that readConfig rejects. */
function rejected(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).lines.map((line) => line.split(':')[0] ?? '')
  }
}

describe('settings (docs/design.md §1)', () => {
  test('without settings it runs in local mode on this machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      localMode: true,
      publicUrl: 'http://127.0.0.1:3000',
      passwordMinLength: 6,
      appProcesses: 1,
      demo: true,
      databaseUrl: null,
      sessionSecret: null,
      mailFrom: 'Amparo <soporte@amparo.test>',
      files: { kind: 'disk', folder: expect.stringMatching(/files$/) },
    })
  })

  test.each([
    ['a host that others can reach', { HOST: '0.0.0.0' }],
    ['a public address', { PUBLIC_URL: 'https://amparo.test' }],
    ['an external database', { DATABASE_URL: 'postgres://base.test/amparo' }],
    ['local mode switched off', { LOCAL_MODE: 'off' }],
  ])('%s means production, which reports its missing settings', (_why, env: Record<string, string>) => {
    const missing = ['SESSION_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'SUPPORT_EMAIL'].filter(
      (name) => !(name in env),
    )
    if ('PUBLIC_URL' in env) missing.push('TRUSTED_PROXIES')
    expect(rejected(env)).toEqual(missing)
  })

  test('sender of e-mails and scanner are as set', () => {
    const set = { MAIL_FROM: 'Amparo <hola@amparo.test>', CLAMD_SOCKET: '/run/clamd.sock' }
    expect(readConfig({ ...production, ...set })).toMatchObject({
      mailFrom: set.MAIL_FROM,
      clamdSocket: set.CLAMD_SOCKET,
    })
  })

  test('an IPv6 host is put in brackets in the address', () => {
    expect(readConfig({ HOST: '::1', PORT: '4000' }).publicUrl).toBe('http://[::1]:4000')
  })

  test('production with its settings starts, and the public address has no path', () => {
    expect(readConfig(production)).toMatchObject({ localMode: false, publicUrl: 'https://amparo.test' })
    expect(readConfig({ ...production, PUBLIC_URL: 'https://amparo.test/' }).publicUrl).toBe(
      'https://amparo.test',
    )
    expect(rejected({ ...production, PUBLIC_URL: 'https://amparo.test/app' })).toEqual(['PUBLIC_URL'])
  })

  test('H-07, A5: production with https does not start without TRUSTED_PROXIES; `none` means no proxy', () => {
    const { TRUSTED_PROXIES: _, ...withoutProxies } = production
    for (const env of [withoutProxies, { ...withoutProxies, TRUSTED_PROXIES: ' ' }])
      expect(() => readConfig(env)).toThrow(
        new ConfigError(['TRUSTED_PROXIES: con PUBLIC_URL https hay un proxy delante; indica su dirección.']),
      )
    expect(readConfig(production).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(readConfig({ ...withoutProxies, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
    expect(rejected({ ...withoutProxies, TRUSTED_PROXIES: 'none, 10.0.0.1' })).toEqual(['TRUSTED_PROXIES'])
    expect(readConfig({ ...withoutProxies, PUBLIC_URL: 'http://amparo.test' }).trustedProxies).toEqual([])
    expect(readConfig({ LOCAL_MODE: 'on', PUBLIC_URL: 'https://amparo.test' }).trustedProxies).toEqual([])
  })

  test('all bad values are reported at once, one line each', () => {
    expect(
      rejected({
        PORT: '70000',
        APP_PROCESSES: 'dos',
        PASSWORD_MIN_LENGTH: '5',
        DATABASE_URL: 'mysql://x',
        SMTP_URL: 'http://x',
        FILES_URL: '/carpeta',
        SESSION_SECRET: 'corto',
        METRICS_TOKEN: 'corto',
        SUPPORT_EMAIL: 'nadie',
        OPERATOR_RUT: '12.345.678-9',
        TRUSTED_PROXIES: 'proxy.test',
        DEMO: 'no',
        LOCAL_MODE: 'on',
      }).sort(),
    ).toEqual(
      [
        'APP_PROCESSES',
        'DATABASE_URL',
        'DEMO',
        'FILES_URL',
        'METRICS_TOKEN',
        'OPERATOR_RUT',
        'PASSWORD_MIN_LENGTH',
        'PORT',
        'SESSION_SECRET',
        'SMTP_URL',
        'SUPPORT_EMAIL',
        'TRUSTED_PROXIES',
      ].sort(),
    )
  })

  test('DAT-34 who operates Amparo, where it is said', () => {
    const unknown = { name: null, rut: null, address: null, representative: null }
    expect(readConfig({}).operator).toEqual(unknown)
    expect(readConfig({ OPERATOR_NAME: ' Amparo SpA ', OPERATOR_RUT: '76.123.456-0' }).operator).toEqual({
      ...unknown,
      ...{ name: 'Amparo SpA', rut: '76.123.456-0' },
    })
  })

  test('a language model is used only when URL and model are set (docs/design.md §9)', () => {
    expect(readConfig({}).languageModel).toBeNull()
    expect(readConfig({ LLM_MODEL: 'x', LLM_KEY: 'y' }).languageModel).toBeNull()
    expect(
      readConfig({ LLM_URL: 'https://modelo.test/v1', LLM_MODEL: 'grande', LLM_TIMEOUT: '900' })
        .languageModel,
    ).toEqual({
      url: 'https://modelo.test/v1',
      model: 'grande',
      key: null,
      timeoutMs: 900,
      externalHost: 'modelo.test',
    })
    expect(rejected({ LLM_URL: 'modelo.test' })).toEqual(['LLM_URL', 'LLM_MODEL'])
    expect(rejected({ LLM_URL: 'https://m.test', LLM_MODEL: 'x', LLM_TIMEOUT: '5' })).toEqual(['LLM_TIMEOUT'])
  })

  test('FAULTS is ignored outside local mode', () => {
    expect(readConfig({ FAULTS: 'a, b' }).faults).toEqual(['a', 'b'])
    expect(readConfig({ ...production, FAULTS: 'a' }).faults).toEqual([])
  })

  test('bad settings throw a ConfigError', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(ConfigError)
    expect(new ConfigError(['uno', 'dos'])).toMatchObject({
      name: 'ConfigError',
      message: 'uno\ndos',
      lines: ['uno', 'dos'],
    })
  })
})
