import { describe, expect, test } from 'vitest'
import { findDangers } from './danger.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const DANGEROUS = lines(`
  mi marido me pega
  mi ex me pegó anoche
  me sacó la cresta delante de los niños
  me sacó la mugre
  me dio un combo en la cara
  me agarró a charchazos
  me tiró del pelo y me empujó
  me ahorcó hasta que me desmayé
  me apretó el cuello
  quedé con moretones en los brazos
  tengo el ojo en tinta
  me zamarreó en la cocina
  me tiró por la escalera
  llega curado y rompe todo
  cuando toma se pone agresivo
  le tengo miedo a mi pareja
  tengo miedo de volver a la casa
  me encierra con llave
  no me deja salir de la casa
  me revisa el celular y me controla
  me quita la plata y me deja sin comida
  me obliga a tener relaciones
  mi marido me viola
  mi pololo me violó
  me tiró agua hirviendo
  me amenazó con un cuchillo
  me mostró la pistola
  tiene un arma en la casa
  dice que me va a matar
  me dijo que si lo dejo me mata
  te voy a matar me escribió
  me amenaza todos los días
  amenazó con quemar la casa
  dijo que me iba a echar bencina encima
  mi yerno va a matar a mi hija
  me tiene amenazada
  se le pasó la mano otra vez
  se le va la mano y me levanta la mano
  me anda siguiendo, me persigue
  mi ex me espera afuera de mi casa
  no respeta la orden de alejamiento
  se acerca igual con la prohibición de acercarse
  rompió la puerta y entró
  me grita y me escupe
  estoy escondida donde una amiga
  me arranqué con los niños
  vivo un infierno con él
  mi hermana está aterrada de su pareja
  mi papá me pega
  mi padrastro me toca
  mi tío me manosea
  el abuelo la toca
  mi hija dice que el profe le tocó sus partes
  mi nieta me contó algo feo
  un adulto le pide fotos a mi hija por instagram
  creo que abusaron de mi hijo
  hay un abusador en la casa
  la mamá los deja solos toda la noche
  los niños quedan solos
  deja a la guagua sola
  no les da de comer
  los niños pasan hambre
  mi nieto anda con moretones
  la tienen amarrada
  fuma pasta base delante de los niños
  los papás consumen droga y el niño está ahí
  se llevó a mi hija y no sé dónde están mis hijos
  mi hija se escapó de la casa y no aparece
  niñita sola en la calle de noche
  el padrastro le pega a mi hijo
  la vecina le pega a los niños con la correa
  mi abuelito está amarrado a la cama
  le pegan a mi abuelita en el hogar
  a mi mamá la golpea mi hermano
  ya no quiero vivir
  me quiero morir
  me quiero matar
  help, my husband hits me
  i want to kill myself
  tocaron a mi hijo en el colegio
  quiero quitarme la vida
  pienso en suicidarme
  intentó suicidarse por esto
  no le veo salida a esto
  no doy más
  estarían mejor sin mí
  mi hijo se corta los brazos
  se tomó las pastillas para no despertar
  si te vas me mato me dice
  me dan ganas de terminar con todo
  quisiera dormirme y no despertar
  prefiero estar mejor muerta
  dijo que se va a matar si lo denuncio
  temo por mi vida
  me chantajea con subir mis fotos íntimas
  mandó a matar a mi hermano
  me apuntó con una escopeta
  NECESITO AYUDA MI ESPOSO ME GOLPEA
  mi mario me pga no, me pego ayer y me dejo marcada
`)

const HARMLESS = lines(`
  quiero divorciarme de común acuerdo
  me pega el sol en el departamento
  la noticia fue un golpe económico
  el arriendo me mata la billetera
  me mata la espalda el trabajo
  quiero matar el tiempo mientras espero
  el banco amenaza con embargar mi casa
  me amenazan con Dicom
  la empresa amenaza con demandarme
  pedí un combo de comida y no llegó
  no me pagan la bencina
  trabajo en una bomba de bencina
  violación de contrato de la empresa
  violaron la cláusula de confidencialidad y quiero demandar el contrato
  abuso de confianza del contador
  cláusula abusiva en el contrato
  necesito la residencia definitiva
  tengo residencia temporal
  se trata de una herencia
  trata de cobrarme dos veces
  me cortó la luz el dueño
  me cortó el agua el arrendador
  se corta la luz en el edificio
  le toca la mitad de la casa
  le tocó la herencia a mi tío
  cuánto me toca de la casa
  ahorcado por las deudas
  estoy ahorcada con las deudas
  debo tres palos
  me prestó dos palos
  examen de sangre mal hecho
  hermano de sangre del fallecido
  explotación minera en mi terreno
  licencia de armas vencida
  tengo miedo de perder la isapre
  tengo miedo de firmar el contrato
  para que seguir pagando el crédito
  letra escondida en el contrato
  me sigue cobrando el banco
  me sigue llegando la boleta
  amarrado a un contrato de 36 meses
  toma de razón en contraloría
  me obligan a firmar el finiquito
  me dio un cheque sin fondos
  me dio un comprobante falso
  quiero comprar una parcela
  pensión de alimentos de mi hijo
  me rechazaron la licencia
  busco abogado en Temuco
  arriendo una pieza y subieron el precio
`)

describe('docs/design.md §9 danger', () => {
  test('there are enough examples', () => {
    expect(DANGEROUS.length).toBeGreaterThanOrEqual(80)
    expect(HARMLESS.length).toBeGreaterThanOrEqual(40)
  })
  test.each(DANGEROUS)('danger: %s', (text) => {
    expect(findDangers(text)).not.toEqual([])
  })
  test.each(HARMLESS)('no danger: %s', (text) => {
    expect(findDangers(text)).toEqual([])
  })
})
