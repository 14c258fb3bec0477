/** Apart from the client, which pages without calls do without. */
export const OFFLINE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
