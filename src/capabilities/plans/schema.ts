import * as z from 'zod/mini'

export const PLAN_IDS = ['gratis', 'basico', 'intermedio', 'avanzado'] as const

/**
 * OPEN-31, TRAP-03: plans with access to the market and to starting chats from it. The only such list:
 * market, spending and the audience of live events all use it. «gratis», no
 * plan and unknown ids have no access.
 */
export const MARKET_PLANS = ['basico', 'intermedio', 'avanzado'] as const

/** LIM-09, PLA-16: the warning is shown at this many credits or fewer. */
export const LOW_CREDITS = 5
/** OPEN-33: days after a plan change before a plan of lower rank may be taken. */
export const DOWNGRADE_WAIT_DAYS = 30
/** Days covered by the usage chart, today included. */
export const USAGE_DAYS = 90
export const MOVEMENTS_PAGE_SIZE = 10

export const MESSAGES = {
  /** DAL-12. */
  panelFailed: 'No se pudo cargar la información del panel.',
  /** OPEN-33. */
  lawyersOnly: 'Solo los abogados pueden suscribirse a un plan.',
  verifiedOnly: 'Podrás suscribirte a un plan cuando tu perfil esté verificado.',
  /** PLA-11, TRAP-08. */
  alreadyOnFreePlan: 'Ya estás en el plan gratuito.',
  alreadyOnPlan: 'Ya tienes este plan.',
  noReturnToFree: 'Por ahora no es posible volver al plan Gratis.',
  planUnknown: 'Elige un plan de la lista.',
  /** TRAP-43: shown until there is a payment service. */
  noCharge: 'Por ahora no se realiza ningún cobro.',
  /** H-12: the only sentence about renewal. */
  renewal: 'Los créditos vienen con la suscripción y no se renuevan solos.',
  /** PLA-10. */
  signIn: 'Debes iniciar sesión para suscribirte.',
  creditsForLawyersOnly: 'Solo los abogados tienen créditos.',
  pageInvalid: 'Esta página de la lista no existe.',
  /** TRAP-03. */
  noMarket: 'El acceso al mercado de casos está disponible en los planes Básico, Intermedio y Avanzado.',
  marketLawyersOnly: 'Solo los abogados pueden contactar clientes desde el mercado de casos.',
  marketVerifiedOnly: 'Podrás contactar clientes cuando tu perfil esté verificado.',
  /** OPEN-32. The title of its toast is `NO_CREDITS_TITLE`. */
  noCredits: 'No tienes créditos disponibles. Revisa los planes para seguir contactando clientes.',
  /** H-05. */
  waitForAnswers: 'Espera a que te respondan antes de abrir más chats.',
  /** PLA-16. */
  lowCredits: 'Te quedan pocos créditos. ¡Considera comprar más para no perder oportunidades!',
} as const

export const NO_CREDITS_TITLE = 'Sin créditos'

/** ENT-15: a plan, as shown on its card. */
export const planOutput = z.object({
  id: z.enum(PLAN_IDS),
  name: z.string(),
  /** CLP per month. */
  price: z.int(),
  /** Credits that come with a subscription (H-12). */
  credits: z.int(),
  rank: z.int(),
  features: z.array(z.string()),
})
export type Plan = z.infer<typeof planOutput>

/** By rank, the free plan first. */
export const plansOutput = z.array(planOutput)

/** PLA-14, CAL-16: only the id. Credits and price come from the database. */
export const subscribeInput = z.strictObject({ planId: z.enum(PLAN_IDS, MESSAGES.planUnknown) })
export type SubscribeInput = z.infer<typeof subscribeInput>

export const subscribeOutput = z.object({
  plan: z.enum(PLAN_IDS),
  name: z.string(),
  credits_available: z.int(),
})
export type Subscription = z.infer<typeof subscribeOutput>

/** DAL-02: plan and credits of the caller. Days are Chilean, YYYY-MM-DD; times are ISO 8601, UTC. */
export const creditsOutput = z.object({
  plan: z.enum(PLAN_IDS),
  plan_name: z.string(),
  /** Credits that came with the subscription (H-12). */
  plan_credits: z.int(),
  credits_available: z.int(),
  /** Since the plan was taken (PLA-14, PLA-17). An upgrade within 30 days keeps the count (H-06). */
  credits_used: z.int(),
  /** When a plan of lower rank may be taken. Null: now, or there is no lower plan. */
  lower_plan_from: z.nullable(z.string()),
  today: z.string(),
  /** Days of the last USAGE_DAYS on which credits were spent, oldest first. */
  use: z.array(z.object({ day: z.string(), used: z.int() })),
})
export type Credits = z.infer<typeof creditsOutput>
export type DailyUsage = Credits['use'][number]

export const movementOutput = z.object({
  id: z.int(),
  kind: z.enum(['grant', 'spend', 'expire', 'refund']),
  /** Change of the balance; negative when credits were taken. */
  amount: z.int(),
  balance_after: z.int(),
  /** The plan, for grant and expire. */
  plan: z.nullable(z.enum(PLAN_IDS)),
  created_at: z.string(),
})
export type Movement = z.infer<typeof movementOutput>

/** Newest first. `next` is the cursor of the next page. */
export const movementsOutput = z.object({
  movements: z.array(movementOutput),
  next: z.nullable(z.string()),
})
export type MovementsPage = z.infer<typeof movementsOutput>

export const movementsInput = z._default(
  z.strictObject({
    cursor: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(/^\d{1,15}$/, MESSAGES.pageInvalid))),
  }),
  {},
)
export type MovementsInput = z.infer<typeof movementsInput>
