/** In its own file, so that pages without RPC calls do not load the client. */
export const OFFLINE_MESSAGE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
