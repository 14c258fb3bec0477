/** What the registration form sends. */
let people = 0

/** A right one, of somebody new; `change` makes it another, undefined leaves a key out. */
export const registration = (change: Record<string, unknown> = {}) => ({
  name: 'Camila Rojas Fuentes',
  email: `camila${++people}@prueba.test`,
  password: 'secreta1',
  confirmPassword: 'secreta1',
  role: 'client',
  ...change,
})
