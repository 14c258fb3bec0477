import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { rpc } from '../../../platform/rpc/client.ts'
import type { SecurityContract } from '../contract.ts'
import { type ClaimEmailInput, MESSAGES, type PasskeyAnswerInput, type PasskeyOptions } from '../schema.ts'

const api = () => rpc<SecurityContract>('security')

/** What the browser or the person did not do, as a text; `failureOf` describes the failures of calls. */
export class PasskeyFailure extends Error {}

/** Runs what the browser does with an authenticator. @throws PasskeyFailure with `text` when it is not done */
async function ask<T>(text: string, ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new PasskeyFailure(isKnown ? MESSAGES.passkeyTaken : text)
  }
}

/** DAT-44: makes a key on the person's device and adds it. @returns recovery codes, for the first second step */
export async function addPasskey(name: string): Promise<{ codes: string[] }> {
  const { options } = await api().startPasskey({})
  const { id, response } = await ask(MESSAGES.passkeyNotAdded, () =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject } = response
  return api().addPasskey({ name, id, clientDataJSON, attestationObject })
}

async function sign({ options }: PasskeyOptions, useBrowserAutofill = false): Promise<PasskeyAnswerInput> {
  const { id, response } = await ask(MESSAGES.passkeyNotUsed, () =>
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill,
    }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** DAT-45: signs in with a key. @param secondStep with a key of the person whose password was right */
export async function signInWithPasskey(secondStep: boolean): Promise<void> {
  await api().signInWithPasskey(await sign(await api().startPasskeySignIn({ secondStep })))
}

/** DAT-45: offers the keys in the suggestions of the e-mail field. @returns whether one was chosen and signed in */
export async function signInFromSuggestion(): Promise<boolean> {
  const answer = await sign(await api().startPasskeySignIn({ secondStep: false }), true).catch(() => null)
  if (!answer) return false
  await api().signInWithPasskey(answer)
  return true
}

/** Ends the suggestions, when the page is left. */
export const endSuggestions = () => WebAuthnAbortService.cancelCeremony()

/** DAT-52: «Confirma que eres tú» with a key. */
export async function confirmWithPasskey(): Promise<void> {
  await api().confirmWithPasskey(await sign(await api().startPasskeyProof({})))
}

/** DAT-55: «Sí fui yo» with password and key. */
export async function claimWithPasskey(input: Pick<ClaimEmailInput, 'email' | 'password'>): Promise<void> {
  const passkey = await sign(await api().startPasskeySignIn({ secondStep: false }))
  await api().claimEmailChange({ ...input, passkey })
}
