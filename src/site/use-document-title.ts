import { useEffect } from 'react'
import { pageTitle } from './product.ts'

/** Titles the page by what only the browser knows, such as what is after «#» in the address. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
