import { formatRut, normaliseRut } from '../../chile/rut.ts'
import { type FileStorageConfig, parseFilesUrl } from './file-storage-config.ts'

/** OpenAI-compatible chat completions API that interprets the free text of a search. */
export interface LanguageModel {
  /** Base URL with the version: https://servidor/v1. */
  url: string
  model: string
  /** null: the API needs no key. */
  key: string | null
  /** After this time the built-in model is used instead. */
  timeoutMs: number
  /** Name of its server; null: this machine, which no text leaves. */
  externalHost: string | null
}

/** Who operates Amparo (OPERATOR_*); null: not said. */
export interface Operator {
  name: string | null
  /** «12.345.678-5» */
  rut: string | null
  address: string | null
  representative: string | null
}

/** The operator's settings. Read once at start; modules receive this value and never read the environment. */
export interface Config {
  port: number
  host: string
  /** Origin of the public address. Default: built from host and port. */
  publicUrl: string
  /** Development and demo on this machine: demo data, mailbox page, generated secret (docs/design.md §1). */
  localMode: boolean
  dataDir: string
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** null: the local mailbox. */
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string
  /** null: notifications go to every administrator. */
  adminEmail: string | null
  /** From FILES_URL; default: a folder under dataDir. */
  files: FileStorageConfig
  /** null only in local mode, until the generated secret is read from dataDir. */
  sessionSecret: string | null
  /** null: the file `encryption-keys` in dataDir (DAT-56). */
  encryptionKeysFile: string | null
  /** age recipient that whole backups are encrypted to; null: they are not (DAT-57). */
  backupRecipient: string | null
  /** IP addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted. Empty when there is no proxy. */
  trustedProxies: string[]
  clamdSocket: string | null
  /** Bearer token for /metrics from other machines; null: only this machine may read it. */
  metricsToken: string | null
  /** From LLM_*; null: only the built-in model is used (docs/decisions/0014). */
  languageModel: LanguageModel | null
  /** Where those who work with the data are, as the operator says; null: not said. */
  countries: Record<'database' | 'files' | 'mail' | 'languageModel', string | null>
  /** Who answers for the data, as /privacidad says (DAT-34). */
  operator: Operator
  passwordMinLength: number
  appProcesses: number
  demo: boolean
  /** Names of faults to inject, for tests; local mode only. */
  faults: string[]
}

/** Invalid settings: one line per problem, in Spanish, for the operator. */
export class ConfigError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'ConfigError'
    this.lines = lines
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** The host name of a URL; null for this machine or an invalid URL. */
function externalHostOf(url: string): string | null {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
  return host === '' || LOOPBACK.has(host) ? null : host
}

/** Reads and validates the settings. @throws ConfigError with one line per bad or missing value */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() || null
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const addProblem = (name: string, why: string) => {
    problems.push(`${name}: ${why}`)
  }
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const raw = text(name)
    if (raw === null) return fallback
    const value = Number(raw)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    addProblem(name, `debe ser un número entero entre ${min} y ${max}, y es «${raw}»`)
    return fallback
  }
  const url = (name: string, protocols: string[]) => {
    const raw = text(name)
    if (raw === null) return null
    const protocol = URL.canParse(raw) ? new URL(raw).protocol : ''
    if (!protocols.includes(protocol))
      addProblem(name, `debe empezar con ${protocols.map((p) => `${p}//`).join(' o ')}`)
    return raw
  }
  const email = (name: string) => {
    const raw = text(name)
    if (raw !== null && !/^[^\s@]+@[^\s@]+$/.test(raw)) addProblem(name, `no es un correo: «${raw}»`)
    return raw
  }
  const oneOf = (name: string, values: string[]) => {
    const raw = text(name)
    if (raw !== null && !values.includes(raw))
      addProblem(name, `debe ser ${values.join(' o ')}, y es «${raw}»`)
    return raw
  }

  const port = integer('PORT', 3000, 1, 65535)
  const host = text('HOST') ?? '127.0.0.1'
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])
  if (publicUrl && URL.canParse(publicUrl) && new URL(publicUrl).pathname !== '/') {
    addProblem('PUBLIC_URL', 'debe ser una dirección sin ruta, por ejemplo https://amparo.cl')
  }
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const dataDir = text('DATA_DIR') ?? '.data'
  const files = parseFilesUrl(text('FILES_URL'), dataDir)
  if (!files) {
    addProblem('FILES_URL', 'debe ser s3://clave:secreto@servidor/bucket?region=… o file:///carpeta')
  }
  const sessionSecret = text('SESSION_SECRET')
  if (sessionSecret !== null && sessionSecret.length < 32) {
    addProblem('SESSION_SECRET', 'debe tener al menos 32 caracteres')
  }
  const backupRecipient = text('BACKUP_RECIPIENT')
  if (backupRecipient !== null && !/^age1[0-9a-z]{58,}$/.test(backupRecipient))
    addProblem('BACKUP_RECIPIENT', 'debe ser un destinatario de age, que empieza con age1')
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== null && !/^\S{32,}$/.test(metricsToken)) {
    addProblem('METRICS_TOKEN', 'debe tener al menos 32 caracteres, sin espacios')
  }
  const operatorRut = text('OPERATOR_RUT')
  if (operatorRut !== null && normaliseRut(operatorRut) === null)
    addProblem('OPERATOR_RUT', `no es un RUT: «${operatorRut}»`)
  const supportEmail = email('SUPPORT_EMAIL')
  const local = oneOf('LOCAL_MODE', ['on', 'off'])
  const localMode =
    local === 'on' || (local !== 'off' && LOOPBACK.has(host) && publicUrl === null && databaseUrl === null)
  if (!localMode) {
    const required = {
      SESSION_SECRET: sessionSecret,
      PUBLIC_URL: publicUrl,
      SMTP_URL: smtpUrl,
      SUPPORT_EMAIL: supportEmail,
    }
    for (const [name, value] of Object.entries(required))
      if (value === null) addProblem(name, 'falta, y en producción es obligatorio')
  }
  const trustedProxies = text('TRUSTED_PROXIES') === 'none' ? [] : list('TRUSTED_PROXIES')
  // H-07: https needs a proxy in front of Amparo. If it is not trusted, all clients share the proxy's
  // address, and with it one rate limit.
  if (!localMode && publicUrl?.startsWith('https:') && text('TRUSTED_PROXIES') === null)
    addProblem('TRUSTED_PROXIES', 'con PUBLIC_URL https hay un proxy delante; indica su dirección.')
  for (const proxy of trustedProxies) {
    if (!/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(proxy))
      addProblem('TRUSTED_PROXIES', `«${proxy}» no es una dirección IP ni un bloque CIDR`)
  }
  const llmUrl = url('LLM_URL', ['http:', 'https:'])
  const llmModel = text('LLM_MODEL')
  if (llmUrl !== null && llmModel === null) addProblem('LLM_MODEL', 'falta, y con LLM_URL es obligatorio')
  const llmTimeoutMs = integer('LLM_TIMEOUT', 2_500, 100, 30_000)
  const languageModel: LanguageModel | null =
    llmUrl !== null && llmModel !== null
      ? {
          url: llmUrl,
          model: llmModel,
          key: text('LLM_KEY'),
          timeoutMs: llmTimeoutMs,
          externalHost: externalHostOf(llmUrl),
        }
      : null
  const config: Omit<Config, 'files'> = {
    port,
    host,
    publicUrl: publicUrl
      ? new URL(publicUrl).origin
      : `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    localMode,
    dataDir,
    databaseUrl,
    smtpUrl,
    mailFrom: text('MAIL_FROM') ?? `Amparo <${supportEmail ?? 'soporte@amparo.test'}>`,
    supportEmail: supportEmail ?? 'soporte@amparo.test',
    adminEmail: email('ADMIN_EMAIL'),
    sessionSecret,
    encryptionKeysFile: text('ENCRYPTION_KEYS_FILE'),
    backupRecipient,
    trustedProxies,
    clamdSocket: text('CLAMD_SOCKET'),
    metricsToken,
    languageModel,
    operator: {
      name: text('OPERATOR_NAME'),
      rut: operatorRut && formatRut(operatorRut),
      address: text('OPERATOR_ADDRESS'),
      representative: text('OPERATOR_REPRESENTATIVE'),
    },
    countries: {
      database: text('DATABASE_COUNTRY'),
      files: text('FILES_COUNTRY'),
      mail: text('SMTP_COUNTRY'),
      languageModel: text('LLM_COUNTRY'),
    },
    passwordMinLength: integer('PASSWORD_MIN_LENGTH', 6, 6, 64),
    appProcesses: integer('APP_PROCESSES', 1, 1, 64),
    demo: oneOf('DEMO', ['on', 'off']) !== 'off',
    faults: localMode ? list('FAULTS') : [],
  }
  if (!files || problems.length > 0) throw new ConfigError(problems)
  return { ...config, files }
}
