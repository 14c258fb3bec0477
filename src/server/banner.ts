import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo-data/demo-accounts.ts'
import type { Config } from '../platform/config/config.ts'

/** The lines that the terminal shows at the end of the start. @param demo whether there is demo data */
export function banner(config: Config, port: number, demo: boolean): string[] {
  const address = config.localMode ? `http://127.0.0.1:${port}` : config.publicUrl
  if (!config.localMode) return [`Amparo está en marcha en ${address}`]
  const widest = Math.max(...DEMO_ACCOUNTS.map((account) => account.email.length))
  return [
    '',
    `  Amparo está en marcha:  ${address}`,
    ...(config.smtpUrl ? [] : [`  Correos que envía:      ${address}/correo-local`]),
    ...(demo && config.demo
      ? [
          '',
          `  Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`,
          ...DEMO_ACCOUNTS.map((account) => `    ${account.email.padEnd(widest)}  ${account.note}`),
        ]
      : []),
    '',
    '  Para terminar: Ctrl+C',
    '',
  ]
}
