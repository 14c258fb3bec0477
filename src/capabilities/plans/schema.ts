import * as z from 'zod/mini'

export const PLAN_IDS = ['gratis', 'basico', 'intermedio', 'avanzado'] as const

/** ENT-15: a plan as its card shows it. */
export const planOutput = z.object({
  id: z.enum(PLAN_IDS),
  name: z.string(),
  /** Chilean pesos a month. */
  price: z.int(),
  /** Credits a month. */
  credits: z.int(),
  rank: z.int(),
  features: z.array(z.string()),
})
export type Plan = z.infer<typeof planOutput>

/** By rank, the free one first. */
export const plansOutput = z.array(planOutput)

export const noInput = z.optional(z.strictObject({}))
