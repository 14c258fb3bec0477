import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import { useReviewToken, type Viewer } from './use-review-token.ts'

/** ADM-01, ADM-08: the stages of verifying a lawyer, as the screen shows them. */
export type Stage =
  | { kind: 'loading'; label: string }
  /** The administrator must press «Verificar» (OPEN-05). `note`: why the token was rejected, if any. */
  | { kind: 'confirm'; note: string | null }
  | { kind: 'success'; mailFailed: boolean }
  /** `message` comes from the server. */
  | { kind: 'already'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'signedOut' }
  /** The result is unknown. Trying again is safe. */
  | { kind: 'exception' }

const LOADING = 'Cargando…'
const VERIFYING = 'Verificando al abogado…'
const SENDING_MAIL = 'Avisando al abogado por correo…'

/**
 * Verifies a lawyer, on load with a token or else on press. Then reads the delivery result of the e-mail
 * (ADM-13, ADM-14).
 */
export function useVerification(lawyerId: string | null, viewer: Viewer) {
  const client = rpc<VerificationContract>('verification')
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: 'loading', label: LOADING })
  const seenSubmission = useRef<string>(undefined)

  const run = async (id: string, proof: { token: string } | { confirmed: true; submissionId?: string }) => {
    setStage({ kind: 'loading', label: VERIFYING })
    try {
      await client.verify({ lawyerId: id, ...proof })
    } catch (error) {
      setStage(stageOf(error))
      return
    } finally {
      // The dashboard's cached data is out of date, whatever the result.
      queries.removeQueries({ queryKey: verificationQueries().key() })
    }
    setStage({ kind: 'loading', label: SENDING_MAIL })
    const mail = await client.notifyLawyer({ lawyerId: id }).then(
      (answer) => answer.mail,
      () => 'failed' as const,
    )
    setStage({ kind: 'success', mailFailed: mail === 'failed' })
  }

  useReviewToken(lawyerId, viewer, (token) => {
    if (lawyerId === null) return
    if (token === null) setStage({ kind: 'confirm', note: null })
    else void run(lawyerId, { token })
  })

  return {
    stage,
    /** @param submissionId the displayed submission; the server refuses if a newer one is open */
    confirm: (submissionId?: string) => {
      seenSubmission.current = submissionId ?? seenSubmission.current
      const displayed = seenSubmission.current === undefined ? {} : { submissionId: seenSubmission.current }
      if (lawyerId !== null) void run(lawyerId, { confirmed: true, ...displayed })
    },
  }
}

function stageOf(error: unknown): Stage {
  const { status, message, reason, fields } = failureOf(error)
  if (fields.token) return { kind: 'confirm', note: fields.token }
  if (status === 401) return { kind: 'signedOut' }
  if (reason === 'ALREADY_VERIFIED') return { kind: 'already', message }
  if ([403, 404, 409, 422].includes(status)) return { kind: 'refused', message: fields.lawyerId ?? message }
  return { kind: 'exception' }
}
