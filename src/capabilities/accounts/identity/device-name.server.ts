import { getParser } from 'bowser'

/** The words for a browser and its system (DAT-53). */
export interface DeviceName {
  /** «Chrome en Windows». */
  name: string
  isPhone: boolean
}

/** Reads the User-Agent header, which the browser may say anything in. */
export function deviceName(userAgent: string): DeviceName {
  if (!userAgent) return { name: 'Navegador desconocido', isPhone: false }
  const { browser, os, platform } = getParser(userAgent).getResult()
  const system = platform.model && os.name === 'iOS' ? platform.model : os.name
  return {
    name: browser.name ? browser.name + (system ? ` en ${system}` : '') : 'Navegador desconocido',
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
