/** Authors of the demonstration's reviews: clients of finished and running cases, all invented. */
export const REVIEWERS = [
  'Marcela Sepúlveda Rojas',
  'Patricio Gallardo Mena',
  'Lorena Vidal Carrasco',
  'Juan Pablo Riffo Arce',
  'Ximena Tobar Salinas',
  'Rodolfo Espina Navarro',
  'Gladys Curihuentro Millán',
  'Cristian Bascuñán Lobos',
  'Viviana Oyarzún Paredes',
  'Raúl Cárdenas Uribe',
  'Daniela Fuentealba Ortiz',
  'Mauricio Tapia Villalobos',
  'Nicole Arriagada Peña',
  'Hernán Llancapán Soto',
  'Katherine Godoy Zúñiga',
  'Víctor Manuel Astorga Díaz',
  'Paola Venegas Ramírez',
  'Eduardo Choque Colque',
  'Solange Mardones Vera',
  'Felipe Ignacio Duarte Silva',
  'Miriam Antilef Barría',
  'Rubén Olivares Castro',
  'Andrea Beltrán Quintero',
  'Sergio Villarroel Ponce',
  'Jacqueline Moya Riquelme',
  'Alonso Pereira Guzmán',
  'Ingrid Sanhueza Toledo',
  'Bernardo Saavedra Leal',
]

/**
 * Per lawyer a line `= name | number of cases without a review`, then one line per review, newest first:
 * stars | comment, or only stars.
 */
export const REVIEW_TEXTS = `
= Andrés Contreras Muñoz | 5
5 | Recuperé la garantía completa sin ir a juicio. La carta de cobro estaba tan bien escrita que el dueño pagó a los ocho días.
5 | Me explicó todo sin palabras raras y me avisó de cada plazo. Llegamos a acuerdo en la primera audiencia.
4 | Buen trabajo. El monitorio demoró más de lo que esperaba, pero siempre hubo una respuesta a mis mensajes.
5 | Revisó el contrato antes de que firmara y encontró tres cláusulas que me habrían salido carísimas.
5
4 | Muy claro con los honorarios desde el principio. Las notificaciones se cobraron aparte, tal como decía la propuesta.
5 | El arrendatario debía siete meses. En cinco ya tenía mi departamento de vuelta y un plan de pago.
3 | El resultado fue bueno, aunque me hubiera gustado que contestara más rápido durante febrero.
5 | La administración del edificio dejó sin efecto las multas. Se nota que conoce la ley de copropiedad de memoria.

= Valentina Soto Araya | 11
5 | Salí de la primera reunión con un plan escrito, los plazos y los costos. Nunca hubo sorpresas.
5 | Logramos una compensación justa sin que mis hijos tuvieran que pasar por nada. Mi gratitud a todo su equipo.
5 | Escucha, no juzga y después pone todo en orden. El divorcio quedó listo en seis meses.
4 | Excelente abogada. La única crítica es que su agenda está muy llena y hay que pedir hora con tiempo.
5 | Consiguió alimentos provisorios en tres semanas. Yo llevaba dos años esperando.
5
5 | Fue firme cuando había que serlo y me frenó cuando yo quería pelear por cosas que no valían la pena.
5 | El régimen de visitas quedó por escrito, con feriados y vacaciones. Se acabaron las discusiones de cada viernes.
4 | Cobra más que otros, pero cada peso estaba explicado y se pagó en cuotas.
5 | Me acompañó también después de la sentencia, cuando hubo que cobrar. Eso no lo hace cualquiera.

= Javiera Montecinos Salas | 14
5 | Detectó una hipoteca que nadie había visto en el estudio de títulos. Nos salvó de un tremendo problema.
5 | Compra de departamento en verde con todo explicado paso a paso. Respondía hasta los audios largos.
5 | Ordenó el reglamento de nuestra comunidad y logró que la asamblea lo aprobara. Muy profesional.
4
5 | El vendedor se arrepintió y gracias a la promesa que ella redactó nos devolvieron el pie con la multa.

= Felipe Astudillo Rivas | 19
5 | Perdí dos dedos en la faena y la empresa decía que fue culpa mía. Él demostró que no, con fotos y peritos.
5 | Llevó al médico y al prevencionista a la audiencia. Nunca había visto a alguien preparar así un caso.
4 | El juicio fue largo, casi dos años, pero me lo advirtió el primer día.
5 | Se sentó con mi familia a explicar cada alternativa antes de aceptar el acuerdo. Muy humano.

= Catalina Undurraga Prieto | 12
5 | Armó la sociedad con mis dos socios y nos hizo conversar lo que ninguno quería conversar. Impecable.
5 | Rápida y ordenada. El pacto de accionistas quedó en un idioma que todos entendemos.
4 | Muy buena asesoría tributaria, aunque las reuniones son siempre a primera hora.

= Matías Larraín Donoso | 9
5 | Registró la marca y respondió una oposición que nos tenía sin dormir. Ganamos.
5
4 | Buen manejo con INAPI. Al comienzo me costó seguir los términos, pero siempre los aclaró.

= Andrea Villagrán Soto | 16
5 | Explica como profesora: con calma, con ejemplos y sin hacerte sentir mal por no saber.
5 | Mi caso llevaba tres años detenido con otra persona. En cinco meses hubo sentencia.
5 | Preparó a mi hija para la audiencia con un cariño que no voy a olvidar.
4 | Todo bien, solo que la oficina queda lejos y preferí las reuniones por video.
5

= Cristóbal Araneda Pizarro | 8
5 | Revisó el finiquito gratis y me dijo que faltaba casi un millón. Tenía razón: lo pagaron completo.
4 | Trabajo serio. La empresa alargó todo lo que pudo, pero se ganó igual.
5 | Conoce el puerto y cómo funcionan los turnos, no hubo que explicarle nada.

= Paulina Henríquez Bravo | 13
5 | Me pidió no firmar nada y fue el mejor consejo del año. Indemnización completa y con recargo.
5 | Denuncié acoso con mucho miedo. Ella cuidó cada paso y nunca me apuró.
5 | Responde rápido, cobra lo que dice y gana. Qué más se puede pedir.
4 | Muy preparada. Me habría gustado tener más avisos por escrito entre audiencia y audiencia.
5

= Sebastián Godoy Carvajal | 6
4 | Me estafaron con la venta de un auto. Recuperamos una parte y el resto quedó en cuotas por resolución.
5 | Logró que el banco reconociera el fraude después de tres rechazos.

= Gonzalo Lillo Peralta | 10
5 | Franco desde el primer minuto. Mi hermano quedó con pena remitida y hoy está trabajando.
4 | Serio y puntual en todas las audiencias.
5

= Jorge Maturana Leiva | 7
5 | El seguro ofrecía la mitad. Él pidió los peritajes y al final pagaron el auto completo.
4 | Buen abogado, directo. No se anda con rodeos y eso se agradece.
5 | Tres semanas y el otro conductor ya estaba pagando. Increíble.

= Fernanda Riquelme Osorio | 5
5 | Tuve que declarar una sola vez. Ella se encargó de que así fuera.
5 | Cuando nadie me creía, ella me creyó. Y después lo probó.

= Macarena Bustos Jara | 4
5 | Reconocimiento de paternidad en menos de un año, con la perito que ella misma recomendó.
4 | Muy cuidadosa con los tiempos de mi hijo. La recomiendo.

= Eduardo Salgado Novoa | 6
5 | La isapre rechazó cinco licencias seguidas. Se pagaron las cinco.
4 | Antes de demandar hizo revisar mi ficha por un médico. Eso da confianza.
3 | Caso difícil y resultado parcial, pero nunca prometió otra cosa.

= Isidora Vergara Cáceres | 3
5 | Testamento y donaciones resueltos en dos reuniones. Mis papás quedaron tranquilos.
5

= Loreto Saavedra Quiroz | 8
5 | Me cargaron dos millones que yo no gasté. En un mes el banco devolvió todo.
5 | Sabe exactamente qué responden los bancos y cómo contestarles.
4 | Muy buena gestión ante el SERNAC. Solo faltó un poco más de aviso antes de la audiencia.

= Mauricio Bravo Cerda | 5
5 | Salvó la panadería de mis viejos. Renegoció con todos los acreedores y seguimos abiertos.
4 | La liquidación fue dura, pero ordenada y sin engaños.

= Rafael Schifferli Krause | 4
5 | Contratos claros para mi pyme en dos días, como prometió.
4

= Marcelo Barría Gallardo | 9
5 | Trabajé doce años en la salmonera y querían despedirme sin nada. Ganamos la tutela.
5 | Va al terreno, habla con los compañeros y arma el caso con todo. Gran profesional.
4 | Demoró un poco en partir, después fue rapidísimo.

= Rodrigo Fuenzalida Tapia | 7
5 | Mi residencia llevaba un año sin respuesta. Presentó el recurso y salió en dos meses.
5 | Honesto: me dijo qué trámite podía hacer sin abogado para no pagar de más.
4

= Ignacio Zepeda Galleguillos | 3
4 | Anuló un parte que estaba mal cursado. Rápido y barato.

= Francisca Varela Munizaga | 6
5 | Divorcio de común acuerdo sin dramas. Ella puso la calma que nos faltaba.
5 | Liquidó la deuda de alimentos y logró la retención por el empleador.
4

= Millaray Huenchumán Cayuqueo | 5
5 | Nos explicó en mapuzugun a mi abuela y en castellano a nosotros. El terreno ya está a nombre de la familia.
5 | Fue con el topógrafo hasta el mismo deslinde. Trabajo hecho con respeto.

= Soledad Inostroza Parra | 2
5 | Leyó la ficha y encontró el error en la primera tarde. Se nota que conoce los hospitales.

= Óscar Manríquez Fica | 6
5 | Llegó al astillero el mismo día del accidente. Sin esas fotos no habríamos ganado.
4 | Serio y respetuoso con los trabajadores.

= Cristian Oyarzo Vera | 4
5 | El sumario estaba mal hecho y lo dejó en evidencia. Volví a mi cargo.
3 | Buena defensa, aunque los escritos podrían explicarse mejor a quien no es abogado.

= Carla Mihovilovic Barrientos | 4
5 | Autorización de viaje y alimentos en Argentina. Pensé que era imposible.

= Trinidad Aravena Lobos | 5
5 | La aerolínea devolvió los pasajes con la primera carta.
5 | Cobró poquito y solucionó en diez días lo que yo reclamaba hace seis meses.
4

= Nicolás Sandoval Ibarra | 3
4 | Atiende después del trabajo, por video, y eso ayuda mucho. Recuperé mis cotizaciones.
5

= Constanza Pino Valdebenito | 4
5 | Además de llevar mi causa me ayudó a pedir abogado gratuito para la de mi mamá.
5 | Cercana y muy clara. Se consiguió la pensión y el registro de deudores.

= Yasna Quispe Flores | 4
5 | Contestó un domingo en la noche y el lunes teníamos la medida de protección.
5 | Valiente. No soltó el caso nunca.

= Camila Ossandón Rojas | 2
4 | Mi denuncia por acoso avanzó recién cuando la tomó ella.

= Daniela Cortés Alfaro | 2
5 | Posesión efectiva de mi papá lista y sin peleas entre hermanos.

= Bárbara Olguín Figueroa | 3
5 | Tuición compartida con reglas claras. Mi hijo está feliz.
4

= Antonia Rivera Castillo | 2
4 | El refrigerador fallado me lo cambiaron después de su carta. Buen precio.

= Tomás Echeverría Lagos | 3
3 | Repactamos la deuda. Esperaba un descuento mayor, pero fue transparente.
4 | Me explicó qué deudas estaban prescritas y cuáles no. Muy útil.

= Hernán Cataldo Vicencio | 2
5 | Herencia de un campo con once herederos y todos terminamos firmando. Un mago.

= Álvaro Peñailillo Mora | 5
5 | Habla creole y eso cambió todo para mi familia. Tenemos nuestras visas.
5

= Tamara Espinoza Neira | 2
5 | Siempre preguntó hasta dónde quería llegar yo. Me sentí con el control.

= Luis Figueroa Arriagada | 4
4 | Directo como pocos. Me dijo que el juicio estaba perdido y negoció una buena salida.

= Daniela Asenjo Paredes | 2
5 | Hicimos todo por teléfono porque vivo lejos. Funcionó perfecto.

= José Cárcamo Chiguay | 3
5 | Vino a la isla a buscar las firmas de mis tías. ¡Gracias, don José!

= Carolina Muñoz Yáñez | 3
4 | Le mandé las liquidaciones por foto y a la semana ya había demanda por las cotizaciones.

= Manuela Cifuentes Ortega | 2
5 | Hoy tengo mis papeles limpios y trabajo. Nadie más quiso tomar mi caso.

= Ricardo Poblete Oliva | 3
2 | La licencia se pagó, pero me costó mucho comunicarme con él.
4 | Contestó en el día, como dice su perfil.

= Claudio Ahumada Retamal | 2
5 | La carta al vecino funcionó. Volvimos a dormir.
`
