/**
 * A person's name as an e-mail says it. Mail programs make a link of whatever looks like an address, and a name is what
 * somebody typed who may have registered with a stranger's e-mail: «http://» and «premio.cl» must not become one.
 */
export const nameInMail = (name: string): string =>
  name.replace(/:\/\/+/gu, ': ').replace(/[.。．｡](?=[^\s.])/gu, '. ')
