/**
 * DAT-73: what each rule forbids, in the order of `RULES`. Written out, because the page of the rules must not load the schema
 * with its validation.
 */
export const RULE_TEXTS: readonly { title: string; text: string }[] = [
  {
    title: 'Suplantación de identidad',
    text: 'Hacerte pasar por otra persona, o decir que eres abogada o abogado sin serlo.',
  },
  {
    title: 'Amenazas o acoso',
    text: 'Amenazar, acosar, insistir cuando te pidieron parar, o presionar con el trabajo o la familia.',
  },
  {
    title: 'Engaño o cobro indebido',
    text: 'Mentir sobre un servicio, cobrar por algo que no se hizo, o pedir pagos que no estaban acordados.',
  },
  {
    title: 'Datos personales de otra persona',
    text: 'Publicar o enviar datos personales de otra persona que no hacen falta para la causa.',
  },
  {
    title: 'Discriminación u odio',
    text: 'Atacar o tratar peor a alguien por lo que es: su origen, sexo, identidad, religión o salud.',
  },
  {
    title: 'Contenido sexual no pedido',
    text: 'Enviar contenido o propuestas sexuales que nadie pidió.',
  },
  {
    title: 'Publicidad no pedida',
    text: 'Usar las conversaciones, los perfiles o las reseñas para ofrecer otra cosa.',
  },
  {
    title: 'Otro',
    text: 'Cualquier otro uso que los Términos y Condiciones no permiten.',
  },
]
