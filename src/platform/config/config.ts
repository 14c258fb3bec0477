import { type FilesPlace, filesPlace } from './files-place.ts'

/** A server that speaks OpenAI's chat completions and reads free text for the search. */
export interface LanguageModel {
  /** Up to and with the version: https://servidor/v1. */
  url: string
  model: string
  /** null: the server asks for none. */
  key: string | null
  /** Milliseconds until the house's own model answers instead. */
  timeout: number
}

/** What the operator decides. Read once at start; every module receives the typed value, never the environment. */
export interface Config {
  port: number
  host: string
  /** Address people type. In local mode made from host and port. */
  publicUrl: string
  /** Development and demonstration on this machine: demo data, mailbox page, generated secret (DESIGN.md §1). */
  localMode: boolean
  dataDir: string
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** null: the local mailbox. */
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string
  /** null: notices go to every administrator. */
  adminEmail: string | null
  /** FILES_URL; a folder under dataDir when it is not set. */
  files: FilesPlace
  /** null in local mode only, until the generated secret is read from dataDir. */
  sessionSecret: string | null
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed; TRUSTED_PROXIES=none says that there is none. */
  trustedProxies: string[]
  clamdSocket: string | null
  /** Opens /metrics from elsewhere; null: from this machine only. */
  metricsToken: string | null
  /** LLM_*; null: the house's own model alone (docs/decisions/0014). */
  languageModel: LanguageModel | null
  passwordMinLength: number
  appProcesses: number
  demo: boolean
  /** Names of faults to act out, for tests; local mode only. */
  faults: string[]
}

export class ConfigError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'ConfigError'
    this.lines = lines
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * Reads the settings.
 * @param env environment variables, usually process.env
 * @throws ConfigError with one line per bad or missing value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() || null
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const complain = (name: string, why: string) => {
    problems.push(`${name}: ${why}`)
  }
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const raw = text(name)
    if (raw === null) return fallback
    const value = Number(raw)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    complain(name, `debe ser un número entero entre ${min} y ${max}, y es «${raw}»`)
    return fallback
  }
  const url = (name: string, protocols: string[]) => {
    const raw = text(name)
    if (raw === null) return null
    const protocol = URL.canParse(raw) ? new URL(raw).protocol : ''
    if (!protocols.includes(protocol))
      complain(name, `debe empezar con ${protocols.map((p) => `${p}//`).join(' o ')}`)
    return raw
  }
  const email = (name: string) => {
    const raw = text(name)
    if (raw !== null && !/^[^\s@]+@[^\s@]+$/.test(raw)) complain(name, `no es un correo: «${raw}»`)
    return raw
  }
  const oneOf = (name: string, values: string[]) => {
    const raw = text(name)
    if (raw !== null && !values.includes(raw)) complain(name, `debe ser ${values.join(' o ')}, y es «${raw}»`)
    return raw
  }

  const port = whole('PORT', 3000, 0, 65535)
  const host = text('HOST') ?? '127.0.0.1'
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])
  if (publicUrl && URL.canParse(publicUrl) && new URL(publicUrl).pathname !== '/') {
    complain('PUBLIC_URL', 'debe ser una dirección sin ruta, por ejemplo https://amparo.cl')
  }
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const dataDir = text('DATA_DIR') ?? '.data'
  const files = filesPlace(text('FILES_URL'), dataDir)
  if (!files) {
    complain('FILES_URL', 'debe ser s3://clave:secreto@servidor/bucket?region=… o file:///carpeta')
  }
  const sessionSecret = text('SESSION_SECRET')
  if (sessionSecret !== null && sessionSecret.length < 32) {
    complain('SESSION_SECRET', 'debe tener al menos 32 caracteres')
  }
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== null && !/^\S{32,}$/.test(metricsToken)) {
    complain('METRICS_TOKEN', 'debe tener al menos 32 caracteres, sin espacios')
  }
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
      if (value === null) complain(name, 'falta, y en producción es obligatorio')
  }
  const trustedProxies = text('TRUSTED_PROXIES') === 'none' ? [] : list('TRUSTED_PROXIES')
  // H-07: Amparo speaks no https itself. Behind a proxy that it does not know, everybody would be one client to its limits.
  if (!localMode && publicUrl?.startsWith('https:') && text('TRUSTED_PROXIES') === null)
    complain('TRUSTED_PROXIES', 'con PUBLIC_URL https hay un proxy delante; indica su dirección.')
  for (const proxy of trustedProxies) {
    if (!/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(proxy))
      complain('TRUSTED_PROXIES', `«${proxy}» no es una dirección IP ni un bloque CIDR`)
  }
  const llmUrl = url('LLM_URL', ['http:', 'https:'])
  const llmModel = text('LLM_MODEL')
  if (llmUrl !== null && llmModel === null) complain('LLM_MODEL', 'falta, y con LLM_URL es obligatorio')
  const llmTimeout = whole('LLM_TIMEOUT', 2_500, 100, 30_000)
  const languageModel =
    llmUrl !== null && llmModel !== null
      ? { url: llmUrl, model: llmModel, key: text('LLM_KEY'), timeout: llmTimeout }
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
    trustedProxies,
    clamdSocket: text('CLAMD_SOCKET'),
    metricsToken,
    languageModel,
    passwordMinLength: whole('PASSWORD_MIN_LENGTH', 6, 6, 64),
    appProcesses: whole('APP_PROCESSES', 1, 1, 64),
    demo: oneOf('DEMO', ['on', 'off']) !== 'off',
    faults: localMode ? list('FAULTS') : [],
  }
  if (!files || problems.length > 0) throw new ConfigError(problems)
  return { ...config, files }
}
