import type { PlanId, Role, VerificationStatus } from '../platform/session/session.ts'

export const DEMO_PASSWORD = 'demo1234'

export interface DemoAccount {
  email: string
  name: string
  role: Role
  verificationStatus?: VerificationStatus
  plan?: PlanId
  credits?: number
  /** Shown after the e-mail address when Amparo starts. */
  note: string
}

/** The accounts that README.md and `npm start` list; their password is DEMO_PASSWORD. */
export const DEMO_ACCOUNTS: DemoAccount[] = [
  { email: 'cliente@demo.test', name: 'Camila Rojas Fuentes', role: 'client', note: 'cliente' },
  {
    email: 'abogado@demo.test',
    name: 'Andrés Contreras Muñoz',
    role: 'lawyer',
    verificationStatus: 'verified',
    plan: 'basico',
    credits: 20,
    note: 'abogado verificado, plan Básico',
  },
  {
    email: 'destacada@demo.test',
    name: 'Valentina Soto Araya',
    role: 'lawyer',
    verificationStatus: 'verified',
    plan: 'avanzado',
    credits: 100,
    note: 'abogada verificada, plan Avanzado',
  },
  {
    email: 'pendiente@demo.test',
    name: 'Matías Herrera Vidal',
    role: 'lawyer',
    verificationStatus: 'admin_pending',
    note: 'abogado en revisión',
  },
  { email: 'admin@demo.test', name: 'Equipo Amparo', role: 'admin', note: 'administrador' },
]
