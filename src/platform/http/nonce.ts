import { createContext, useContext } from 'react'

const NonceContext = createContext('')
export const NonceProvider = NonceContext.Provider

/** CSP nonce of the document; empty in the browser, which hides nonces from scripts. */
export const useNonce = () => useContext(NonceContext)
