import { createContext, useContext } from 'react'

const NonceContext = createContext('')
export const NonceProvider = NonceContext.Provider

/** The CSP nonce of this document; empty in the browser, which hides it from scripts. */
export const useNonce = () => useContext(NonceContext)
