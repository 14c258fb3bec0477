import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ContractRouterClient } from '@orpc/contract'
import type { AccountsContract } from './contract.ts'
import type { LoginInput, RegisterInput } from './schema.ts'

export type AccountsClient = ContractRouterClient<AccountsContract>

export const SLICE = 'accounts'

/** Who is signed in. */
export const sessionQuery = (client: () => AccountsClient) =>
  queryOptions({ queryKey: [SLICE, 'session'], queryFn: () => client().session() })

export const loginMutation = (client: () => AccountsClient) =>
  mutationOptions({ mutationKey: [SLICE, 'login'], mutationFn: (input: LoginInput) => client().login(input) })

export const registerMutation = (client: () => AccountsClient) =>
  mutationOptions({ mutationKey: [SLICE, 'register'], mutationFn: (input: RegisterInput) => client().register(input) })

export const confirmEmailMutation = (client: () => AccountsClient) =>
  mutationOptions({ mutationKey: [SLICE, 'confirm-email'], mutationFn: (token: string) => client().confirmEmail({ token }) })
