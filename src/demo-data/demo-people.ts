/**
 * The verified lawyers of the demonstration, all invented. Per lawyer one line of data and one line of
 * description: name | commune | university | year of the degree | price (CLP) | plan | specialties
 */
const VERIFIED_TEXT = `
Andrés Contreras Muñoz | Providencia | Universidad de Chile | 2014 | 35000 | basico | Arriendo (conflictos); Contratos (revisión o incumplimiento); Copropiedad y comunidades
Asesoro a arrendadores y arrendatarios de la Región Metropolitana: contratos, término anticipado, rentas impagas y devolución de garantías. Antes de demandar agoto siempre la negociación, porque suele salir más barata para todos.

Valentina Soto Araya | Las Condes | Pontificia Universidad Católica de Chile | 2010 | 60000 | avanzado | Divorcio; Pensión de alimentos; Tuición y régimen de visitas; Compensación económica y régimen de bienes
Llevo quince años dedicada solo a familia. En la primera reunión revisamos tus ingresos, tus bienes y la situación de los niños, y sales con un plan por escrito, plazos y costos incluidos.

Rodrigo Fuenzalida Tapia | Arica | Universidad de Tarapacá | 2009 | 30000 | basico | Migración y extranjería; Derecho administrativo; Contratos (revisión o incumplimiento)
Trabajo en la frontera desde que me titulé. Tramito residencias, reconsideraciones y recursos contra órdenes de expulsión, y te digo desde el comienzo si tu caso tiene salida.

Marisol Choque Mamani | Arica | Universidad Arturo Prat | 2017 | 20000 | gratis | Regularización de títulos de dominio; Servidumbres y deslindes; Herencias y posesiones
Regularizo terrenos de los valles de Azapa y Lluta, muchos con varias generaciones de herederos. Viajo a terreno para ver los deslindes antes de firmar nada.

Cristóbal Araneda Pizarro | Iquique | Universidad Arturo Prat | 2012 | 40000 | intermedio | Despido injustificado; No pago de cotizaciones; Accidentes del trabajo
Defiendo a trabajadores del puerto, la zona franca y la minería. Reviso gratis tu finiquito antes de la consulta: si está bien calculado, te lo digo y no te cobro.

Yasna Quispe Flores | Alto Hospicio | Universidad de Tarapacá | 2019 | 18000 | gratis | Pensión de alimentos; Violencia intrafamiliar (VIF); Medidas de protección (familia)
Acompaño a mujeres y niños en urgencias de familia, también fuera del horario de oficina. Pedimos las medidas de protección el mismo día y después ordenamos lo demás.

Felipe Astudillo Rivas | Antofagasta | Universidad Católica del Norte | 2006 | 55000 | avanzado | Accidentes del trabajo; Indemnización de perjuicios; Tutela de derechos fundamentales
Veinte años litigando accidentes de faena y enfermedades profesionales de la gran minería. Trabajo con un médico y un prevencionista que revisan cada caso antes de presentar la demanda.

Camila Ossandón Rojas | Antofagasta | Universidad de Antofagasta | 2018 | 25000 | gratis | Acoso laboral; Licencias médicas rechazadas; Despido injustificado
Reclamo licencias rechazadas ante la COMPIN y la Superintendencia, y llevo denuncias por acoso con la Ley Karin. Te ayudo a juntar la prueba mientras todavía trabajas ahí.

Ignacio Zepeda Galleguillos | Calama | Universidad Católica del Norte | 2013 | 32000 | basico | Infracciones de tránsito; Accidentes de tránsito; Multas y partes municipales
Me ocupo de choques, partes y licencias suspendidas en el Loa. Si el parte está mal cursado, lo discutimos en el juzgado de policía local; si no, te aconsejo pagar con descuento.

Daniela Cortés Alfaro | Copiapó | Universidad de Atacama | 2015 | 25000 | gratis | Herencias y posesiones; Testamentos y donaciones; Interdicción y curadurías
Posesiones efectivas, testamentos y curadurías explicadas en castellano. Suelo reunir a todos los hermanos en una sola reunión: la mitad de los juicios de herencia nace de no conversar.

Patricio Barraza Toro | Vallenar | Universidad de La Serena | 2004 | 28000 | gratis | Servidumbres y deslindes; Regularización de títulos de dominio; Compra o venta de propiedad
Estudio títulos y derechos de aprovechamiento de aguas en el valle del Huasco. Conozco los conservadores de la provincia y sus tiempos, así que los plazos que doy se cumplen.

Francisca Varela Munizaga | La Serena | Universidad de La Serena | 2016 | 30000 | basico | Divorcio; Pensión de alimentos; Filiación y paternidad
Divorcios de común acuerdo en pocas semanas y juicios cuando no queda otra. Hago la liquidación de pensiones adeudadas y pido las retenciones para que el pago llegue de verdad.

Sebastián Godoy Carvajal | Coquimbo | Universidad Católica del Norte | 2011 | 35000 | intermedio | Estafa o apropiación indebida; Querellas y víctimas de delitos; Cobros indebidos y fraudes bancarios
Fui abogado asistente de fiscalía y hoy represento a víctimas de estafas. Si te vaciaron la cuenta, lo primero es el reclamo al banco dentro de plazo: escríbeme ese mismo día.

Antonia Rivera Castillo | Ovalle | Universidad Central de Chile | 2020 | 15000 | gratis | Reclamos ante SERNAC; Garantía legal y productos defectuosos; Compras en línea y derecho a retracto
Consumo y nada más que consumo. Por montos chicos preparo contigo la demanda al juzgado de policía local para que puedas presentarla tú, sin gastar más de lo que reclamas.

Gonzalo Lillo Peralta | Valparaíso | Universidad de Valparaíso | 2008 | 45000 | intermedio | Defensa penal; Ley de drogas; Eliminación de antecedentes penales
Defensor penal en Valparaíso y Quilpué. Voy a la audiencia de control de detención a la hora que sea, y después te explico a ti y a tu familia qué viene y cuánto puede durar.

Javiera Montecinos Salas | Viña del Mar | Pontificia Universidad Católica de Valparaíso | 2012 | 48000 | avanzado | Compra o venta de propiedad; Copropiedad y comunidades; Arriendo (conflictos)
Reviso promesas, compraventas y reglamentos de edificios de la costa. Si compras en verde, leo contigo la letra chica antes de que firmes y no después.

Tomás Echeverría Lagos | Quilpué | Universidad Diego Portales | 2017 | 30000 | gratis | Deudas y cobranzas; Insolvencia y reemprendimiento; Cobros indebidos y fraudes bancarios
Renegocio deudas y llevo liquidaciones de personas ante la Superir. Te muestro con números qué pierdes y qué conservas antes de que tomes la decisión.

Bárbara Olguín Figueroa | San Antonio | Universidad de Playa Ancha | 2018 | 20000 | gratis | Tuición y régimen de visitas; Pensión de alimentos; Adopción
Busco acuerdos que los niños puedan vivir: horarios claros, vacaciones y fiestas por escrito. Mediadora además de abogada, aunque en tribunales no suelto el caso.

Hernán Cataldo Vicencio | Los Andes | Universidad de Aconcagua | 2003 | 25000 | gratis | Herencias y posesiones; Compra o venta de propiedad; Servidumbres y deslindes
Parcelas, aguas y herencias del valle de Aconcagua. Atiendo los sábados, porque sé que mis clientes trabajan el campo durante la semana.

Catalina Undurraga Prieto | Vitacura | Universidad de los Andes | 2009 | 90000 | avanzado | Constitución de sociedades; Asesoría tributaria a empresas; Contratos (revisión o incumplimiento)
Acompaño a empresas familiares en pactos de accionistas, reorganizaciones y fiscalizaciones del SII. Cobro por proyecto y con presupuesto cerrado.

Matías Larraín Donoso | Santiago | Universidad Adolfo Ibáñez | 2014 | 70000 | avanzado | Marcas y propiedad intelectual; Constitución de sociedades; Contratos (revisión o incumplimiento)
Registro marcas y cuido contratos de diseñadores, músicos y empresas de software. Antes de presentar la solicitud busco parecidos en INAPI y te digo qué tan probable es la oposición.

Paulina Henríquez Bravo | Ñuñoa | Universidad de Chile | 2007 | 50000 | intermedio | Despido injustificado; Tutela de derechos fundamentales; Acoso laboral
Laboralista de trabajadores y sindicatos. En la primera consulta calculamos juntas lo que te deben, y solo demando cuando la cuenta vale el juicio.

Nicolás Sandoval Ibarra | Maipú | Universidad Andrés Bello | 2016 | 25000 | gratis | Despido injustificado; No pago de cotizaciones
Despidos, autodespidos y cotizaciones impagas en la zona poniente de Santiago. Atiendo por videollamada después de las siete de la tarde, cuando ya saliste de la pega.

Constanza Pino Valdebenito | Puente Alto | Universidad Autónoma de Chile | 2019 | 18000 | gratis | Pensión de alimentos; Violencia intrafamiliar (VIF); Tuición y régimen de visitas
Hago clínica jurídica los viernes y familia toda la semana. Si tienes derecho a abogado gratuito, te explico cómo pedirlo antes de cobrarte.

Jorge Maturana Leiva | La Florida | Universidad Central de Chile | 2001 | 40000 | basico | Accidentes de tránsito; Indemnización de perjuicios; Infracciones de tránsito
Más de mil choques después, sé qué paga el seguro y qué hay que pelear. Trae el parte y las fotos: con eso ya puedo decirte cuánto vale el caso.

Fernanda Riquelme Osorio | San Miguel | Universidad Diego Portales | 2013 | 38000 | basico | Querellas y víctimas de delitos; Violencia intrafamiliar (VIF); Estafa o apropiación indebida
Represento a víctimas de delitos violentos y sexuales. Cuido que declares las menos veces posible y que entiendas cada paso antes de darlo.

Álvaro Peñailillo Mora | Recoleta | Universidad Alberto Hurtado | 2018 | 22000 | gratis | Migración y extranjería; Despido injustificado; Derecho administrativo
Visas, nacionalización y trabajo de personas migrantes. Hablo creole haitiano básico y trabajo con una intérprete para las reuniones importantes.

Macarena Bustos Jara | Peñalolén | Universidad Alberto Hurtado | 2015 | 32000 | basico | Filiación y paternidad; Adopción; Tuición y régimen de visitas
Filiación, adopciones y cuidado personal con mirada de infancia. Trabajo con una psicóloga perito, así que los informes llegan a la audiencia a tiempo.

Eduardo Salgado Novoa | Huechuraba | Universidad Finis Terrae | 2011 | 55000 | intermedio | Salud y negligencias médicas; Licencias médicas rechazadas; Indemnización de perjuicios
Reclamos contra isapres, clínicas y hospitales. Pido la ficha clínica y la hago revisar por un médico antes de prometerte nada.

Isidora Vergara Cáceres | Lo Barnechea | Universidad del Desarrollo | 2012 | 75000 | intermedio | Testamentos y donaciones; Herencias y posesiones; Compensación económica y régimen de bienes
Ordeno patrimonios familiares: testamentos, donaciones en vida y particiones. Me interesa que el día que haga falta nadie tenga que pelear.

Claudio Ahumada Retamal | Quilicura | Universidad de Las Américas | 2014 | 20000 | gratis | Conflictos vecinales; Multas y partes municipales; Copropiedad y comunidades
Ruidos molestos, gastos comunes, mascotas y estacionamientos. Empiezo con una carta bien escrita: resuelve siete de cada diez casos sin juicio.

Rocío Gatica Sanhueza | San Bernardo | Universidad Bernardo O'Higgins | 2020 | 16000 | gratis | Eliminación de antecedentes penales; Defensa penal; Otro
Limpieza de antecedentes, causas por hurto y porte, y lo que aparezca. Si no es mi materia te derivo con alguien de confianza y no te cobro la consulta.

Vicente Armijo Cisternas | Melipilla | Universidad Mayor | 2010 | 28000 | gratis | Servidumbres y deslindes; Compra o venta de propiedad; Contratos (revisión o incumplimiento)
Predios agrícolas, parcelas de agrado y contratos de temporada. Reviso el plano antes que la escritura, porque ahí aparecen los problemas.

Loreto Saavedra Quiroz | Providencia | Universidad de Santiago de Chile | 2016 | 42000 | intermedio | Cobros indebidos y fraudes bancarios; Reclamos ante SERNAC; Garantía legal y productos defectuosos
Trabajé seis años en el área de reclamos de un banco; ahora reclamo desde el otro lado. Conozco los plazos que ellos esperan que se te pasen.

Benjamín Toledo Arancibia | Rancagua | Universidad de O'Higgins | 2021 | 15000 | gratis | Arriendo (conflictos); Deudas y cobranzas; Otro
Recién titulado y con tiempo para estudiar tu caso completo. Monitorios de arriendo, cobranzas y escrituras simples con precio conocido desde el comienzo.

Ximena Droguett Pavez | San Fernando | Universidad de Talca | 2008 | 27000 | gratis | Divorcio; Herencias y posesiones; Pensión de alimentos
Familia y herencias en Colchagua. Llevo pocos casos a la vez y contesto yo misma el teléfono.

Mauricio Bravo Cerda | Talca | Universidad de Talca | 2005 | 38000 | basico | Insolvencia y reemprendimiento; Deudas y cobranzas; Asesoría tributaria a empresas
Reorganizo empresas y personas endeudadas en el Maule. Si todavía hay negocio que salvar, lo salvamos; si no, cerramos en orden y sin arrastrar a la familia.

Carolina Muñoz Yáñez | Curicó | Universidad Católica del Maule | 2014 | 25000 | gratis | No pago de cotizaciones; Despido injustificado; Accidentes del trabajo
Temporeras, packing y transporte: conozco los contratos por faena y sus trampas. Puedes mandarme las liquidaciones por foto antes de la reunión.

Esteban Norambuena Rojas | Linares | Universidad Autónoma de Chile | 2012 | 24000 | gratis | Regularización de títulos de dominio; Herencias y posesiones; Interdicción y curadurías
Saneamiento por el DL 2.695 y herencias sin papeles. Visito el campo, hablo con los vecinos y recién entonces presento la solicitud.

Soledad Inostroza Parra | Chillán | Universidad de Concepción | 2006 | 35000 | basico | Salud y negligencias médicas; Indemnización de perjuicios; Interdicción y curadurías
Antes de ser abogada fui matrona, así que leo fichas clínicas sin traductor. Acepto pocos casos de negligencia, los que creo que podemos ganar.

Diego Sepúlveda Merino | San Carlos | Universidad del Bío-Bío | 2017 | 20000 | gratis | Conflictos vecinales; Servidumbres y deslindes; Infracciones de tránsito
Cercos, caminos y aguas entre vecinos de Ñuble. Un acuerdo firmado en la notaría vale más que tres años de pleito, y casi siempre se puede.

Andrea Villagrán Soto | Concepción | Universidad de Concepción | 2003 | 50000 | avanzado | Divorcio; Compensación económica y régimen de bienes; Pensión de alimentos
Litigante de familia en Concepción y San Pedro. He enseñado derecho de familia en la universidad y explico las cosas como a mis alumnos: sin apuro y con ejemplos.

Óscar Manríquez Fica | Talcahuano | Universidad Católica de la Santísima Concepción | 2010 | 36000 | basico | Accidentes del trabajo; Licencias médicas rechazadas; Tutela de derechos fundamentales
Represento a pescadores industriales, estibadores y astilleros. El accidente se investiga en terreno y pronto: llámame antes de firmar la declaración de la empresa.

Tamara Espinoza Neira | San Pedro de la Paz | Universidad San Sebastián | 2018 | 28000 | gratis | Acoso laboral; Tutela de derechos fundamentales; Despido injustificado
Denuncias por acoso, hostigamiento y discriminación en el trabajo. Vamos paso a paso y siempre decides tú hasta dónde llegar.

Luis Figueroa Arriagada | Los Ángeles | Universidad San Sebastián | 2009 | 30000 | gratis | Defensa penal; Ley de drogas; Querellas y víctimas de delitos
Penalista de la provincia de Biobío, con más de doscientos juicios orales. Prefiero decirte hoy que vas a perder a cobrarte por una esperanza.

Millaray Huenchumán Cayuqueo | Temuco | Universidad Católica de Temuco | 2011 | 30000 | basico | Regularización de títulos de dominio; Servidumbres y deslindes; Derecho administrativo
Tierras indígenas, permutas y trámites ante la CONADI, en mapuzugun o en castellano. Trabajo con un topógrafo de la zona para que los planos no se objeten.

Rafael Schifferli Krause | Temuco | Universidad de La Frontera | 2007 | 45000 | intermedio | Contratos (revisión o incumplimiento); Deudas y cobranzas; Constitución de sociedades
Abogado de pymes: contratos con proveedores, cobro de facturas y sociedades entre socios que recién se conocen. Reviso un contrato en dos días hábiles.

Pía Lagos Catrileo | Villarrica | Universidad Mayor | 2016 | 32000 | gratis | Compra o venta de propiedad; Copropiedad y comunidades; Regularización de títulos de dominio
Parcelas y cabañas junto al lago: estudio de títulos, subdivisiones y loteos irregulares. Si no se puede inscribir, te lo digo antes de que entregues el pie.

Cristian Oyarzo Vera | Valdivia | Universidad Austral de Chile | 2013 | 34000 | basico | Derecho administrativo; Migración y extranjería; Multas y partes municipales
Sumarios, concursos públicos y reclamos contra servicios del Estado. Fui abogado de municipio y sé dónde se cae un acto mal fundado.

Daniela Asenjo Paredes | La Unión | Universidad Austral de Chile | 2019 | 18000 | gratis | Pensión de alimentos; Violencia intrafamiliar (VIF); Medidas de protección (familia)
Familia en La Unión, Río Bueno y Futrono. Si no puedes viajar, hacemos la reunión por teléfono y te mando todo por correo.

Marcelo Barría Gallardo | Puerto Montt | Universidad San Sebastián | 2008 | 40000 | intermedio | Despido injustificado; No pago de cotizaciones; Accidentes del trabajo
Diez años defendiendo a trabajadores de la salmonicultura, buzos incluidos. Coordino con la Inspección del Trabajo y no dejo pasar los sesenta días.

Gabriela Uribe Mansilla | Osorno | Universidad de Los Lagos | 2015 | 26000 | gratis | Medidas de protección (familia); Adopción; Interdicción y curadurías
Curadora ad litem de niños y niñas por ocho años. Hoy asesoro a familias que cuidan a hijos de otros y necesitan que la ley lo reconozca.

José Cárcamo Chiguay | Castro | Universidad Austral de Chile | 2012 | 25000 | gratis | Herencias y posesiones; Regularización de títulos de dominio; Otro
Herencias chilotas con treinta herederos y campos sin deslinde: eso hago. Recorro las islas una vez al mes y junto las firmas yo mismo.

Verónica Alvarado Vargas | Coyhaique | Universidad de Aysén | 2022 | 20000 | gratis | Contratos (revisión o incumplimiento); Compras en línea y derecho a retracto; Conflictos vecinales
Atiendo toda la región por videollamada, también a quien tiene internet solo en el pueblo. Contratos de obra, fletes y compras que no llegaron.

Héctor Ruiz Aguilante | Aysén | Universidad Miguel de Cervantes | 2006 | 28000 | gratis | Defensa penal; Accidentes de tránsito; Otro
Treinta años en la Patagonia, los últimos veinte como abogado. Penal, tránsito y casi todo lo que llega a un tribunal de pueblo.

Carla Mihovilovic Barrientos | Punta Arenas | Universidad de Magallanes | 2014 | 38000 | basico | Divorcio; Tuición y régimen de visitas; Filiación y paternidad
Familias con un pie en cada lado de la frontera: visitas internacionales, alimentos en Argentina y autorizaciones de viaje.

Iván Kusanovic Oyarzún | Natales | Universidad de Magallanes | 2010 | 35000 | gratis | Constitución de sociedades; Asesoría tributaria a empresas; Marcas y propiedad intelectual
Asesoro hoteles, guías y transportistas de Última Esperanza. Dejo la empresa armada, con su inicio de actividades y su marca presentada, en una semana.

Trinidad Aravena Lobos | Santiago | Universidad Academia de Humanismo Cristiano | 2017 | 26000 | basico | Compras en línea y derecho a retracto; Garantía legal y productos defectuosos; Cobros indebidos y fraudes bancarios
Retractos, pasajes, entradas y suscripciones que no se dejan cancelar. Cobro poco por la primera carta y casi nunca hace falta la segunda.

Ricardo Poblete Oliva | Estación Central | Universidad La República | 2002 | 22000 | gratis | Licencias médicas rechazadas; Salud y negligencias médicas; Reclamos ante SERNAC
Apelo licencias rechazadas todos los días hábiles desde 2004. Mándame la resolución y te contesto en el día si conviene insistir.

Manuela Cifuentes Ortega | Independencia | Universidad Católica Silva Henríquez | 2018 | 20000 | gratis | Ley de drogas; Eliminación de antecedentes penales; Defensa penal
Penas sustitutivas, rebajas y omisión de antecedentes para quienes quieren volver a trabajar. Nadie es solo su prontuario.
`

/** Lawyers whose profile is under review, oldest first. */
const WAITING_TEXT = `
Matías Herrera Vidal | Ñuñoa | Universidad de Chile | 2019 | 28000 | gratis | Despido injustificado; Acoso laboral; No pago de cotizaciones
Trabajé cuatro años en la Inspección del Trabajo y ahora defiendo a quienes antes atendía por el mesón. Reviso tu carta de despido en el día.

Josefa Illanes Carrasco | Concón | Universidad Viña del Mar | 2020 | 24000 | gratis | Arriendo (conflictos); Copropiedad y comunidades
Arriendos de temporada, administraciones de edificios y garantías que no vuelven. Contesto por escrito y con el artículo que corresponde.

Bastián Curinao Llanquileo | Padre Las Casas | Universidad de La Frontera | 2021 | 18000 | gratis | Regularización de títulos de dominio; Querellas y víctimas de delitos
Vuelvo a la comuna donde crecí para ejercer. Tierras, caminos vecinales y acompañamiento a víctimas en la fiscalía.

Elena Zúñiga Robledo | Machalí | Universidad SEK | 2016 | 30000 | gratis | Divorcio; Pensión de alimentos; Tuición y régimen de visitas
Familia sin guerra: la mayoría de mis divorcios termina con un acuerdo que ambos pueden cumplir. Los que no, los litigo completos.
`

/** Returned for correction: the lawyer can edit the form again. */
const RETURNED_TEXT = `
Fabián Ulloa Monsalve | Chiguayante | Otra | 2011 | 30000 | gratis | Contratos (revisión o incumplimiento); Asesoría tributaria a empresas
Contratos y tributos de empresas familiares del Gran Concepción. Estudié en España y revalidé mi título en la Universidad de Chile.
`

/** The administrator's reason for returning the profile. */
export const RETURN_REASON =
  'La foto de tu carnet se ve borrosa y no pudimos leer el número. Sube una imagen más nítida, por los dos lados.'

export interface DemoLawyer {
  name: string
  commune: string
  university: string
  graduationYear: number
  /** CLP. */
  price: number
  plan: 'gratis' | 'basico' | 'intermedio' | 'avanzado'
  specialties: string[]
  description: string
}

const parse = (text: string): DemoLawyer[] =>
  text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [data = '', description = ''] = block.split('\n')
      const [name = '', commune = '', university = '', year, price, plan, specialties = ''] =
        data.split(' | ')
      return {
        name,
        commune,
        university,
        graduationYear: Number(year),
        price: Number(price),
        plan: plan as DemoLawyer['plan'],
        specialties: specialties.split('; '),
        description,
      }
    })

export const VERIFIED_LAWYERS = parse(VERIFIED_TEXT)
export const WAITING_LAWYERS = parse(WAITING_TEXT)
export const RETURNED_LAWYERS = parse(RETURNED_TEXT)
