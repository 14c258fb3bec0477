import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { VERIFICATION } from '../../lawyers/rules.ts'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import { useArrival, type Viewer } from './arrival.ts'

/** ADM-01, ADM-08: where the verification of one lawyer stands on the screen. */
export type Stage =
  | { kind: 'loading'; label: string }
  /** Not by itself: the administrator presses «Verificar» (OPEN-05). `note` says why, when something came with the page. */
  | { kind: 'confirm'; note: string | null }
  | { kind: 'success'; mailFailed: boolean }
  /** `message` is the server's. */
  | { kind: 'already'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'signedOut' }
  /** Nobody knows whether it happened: the same press again is safe. */
  | { kind: 'exception' }

const LOOKING = 'Cargando…'
const VERIFYING = 'Verificando al abogado…'
const MAILING = 'Avisando al abogado por correo…'

/** Verifies a lawyer: on load where the page may, else with the press; then asks how the mail went (ADM-13, ADM-14). */
export function useVerification(lawyerId: string | null, viewer: Viewer) {
  const client = rpc<VerificationContract>('verification')
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: 'loading', label: LOOKING })
  const seen = useRef<string>(undefined)

  const run = async (id: string, way: { token: string } | { confirmed: true; submissionId?: string }) => {
    setStage({ kind: 'loading', label: VERIFYING })
    try {
      await client.verify({ lawyerId: id, ...way })
    } catch (error) {
      setStage(stageOf(error))
      return
    } finally {
      // What the dashboard showed is over, whatever came of it.
      queries.removeQueries({ queryKey: verificationQueries(client).key() })
    }
    setStage({ kind: 'loading', label: MAILING })
    const mail = await client.notifyLawyer({ lawyerId: id }).then(
      (answer) => answer.mail,
      () => 'failed' as const,
    )
    setStage({ kind: 'success', mailFailed: mail === 'failed' })
  }

  useArrival(lawyerId, viewer, (token) => {
    if (lawyerId === null) return
    if (token === null) setStage({ kind: 'confirm', note: null })
    else void run(lawyerId, { token })
  })

  return {
    stage,
    /** @param submissionId what the administrator has before them: another one sent meanwhile is not verified */
    confirm: (submissionId?: string) => {
      seen.current = submissionId ?? seen.current
      const read = seen.current === undefined ? {} : { submissionId: seen.current }
      if (lawyerId !== null) void run(lawyerId, { confirmed: true, ...read })
    },
  }
}

function stageOf(error: unknown): Stage {
  const { status, message, fields } = failureOf(error)
  if (fields.token) return { kind: 'confirm', note: fields.token }
  if (status === 401) return { kind: 'signedOut' }
  if (status === 409 && message === VERIFICATION.moves.verify.otherwise.verified)
    return { kind: 'already', message }
  if ([403, 404, 409, 422].includes(status)) return { kind: 'refused', message: fields.lawyerId ?? message }
  return { kind: 'exception' }
}
