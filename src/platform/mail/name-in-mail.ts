/**
 * A person's name as shown in an e-mail. Mail programs turn URLs in text into links, and anyone can register
 * with a stranger's e-mail: so «http://» and «premio.cl» in a name are broken up with a space.
 */
export const nameInMail = (name: string): string =>
  name.replace(/:\/\/+/gu, ': ').replace(/[.。．｡](?=[^\s.])/gu, '. ')
