/** DAT-32: the words of the superseded versions by `versionId`, loaded when somebody reads one. */
export const EARLIER_VERSIONS: Readonly<Record<string, () => Promise<string>>> = {
  'anexo-2026-11-27': async () => (await import('./anexo-2026-11-27.ts')).TEXT,
  'privacidad-2025-07-02': async () => (await import('./privacidad-2025-07-02.ts')).TEXT,
}
