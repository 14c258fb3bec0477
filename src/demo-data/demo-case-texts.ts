/**
 * The open cases of the demonstration, all invented. Per specialty its questions (OPEN-21), then one case per
 * line: commune | answers | urgency, if any. `@40` is the date 40 days ago.
 */
export const CASE_TEXTS = `
# Herencias y posesiones
? ¿Qué relación tenías con la persona fallecida?
? ¿En qué fecha falleció?
? Describe los bienes de la herencia y cuéntanos si hay testamento o desacuerdo entre los herederos.
Talca | Hijo o hija | @210 | Una casa en población y un auto del 2014. Somos cuatro hermanos, no hay testamento. Uno vive en la casa y no quiere vender ni pagar arriendo. Los demás queremos hacer la posesión efectiva y ponernos de acuerdo sin llegar a juicio.
Chillán | Cónyuge o conviviente civil | @95 | Departamento a nombre de los dos y una libreta con $4.300.000. Mi marido tenía una hija de su primer matrimonio con la que no hay contacto.
Ancud | Otro familiar o heredero | @1460 | Un campo de 12 hectáreas que era de mi abuela, sin papeles al día. Hay primos en Argentina. Quiero saber por dónde se empieza.
Viña del Mar | Hijo o hija | @38 | Hay testamento ante notario que deja todo a mi hermana. Quiero revisar si respeta las legítimas. Me pueden ubicar en el +56 9 8123 4477 después de las 18:00.

# Pensión de alimentos
? ¿Cuál es tu situación?
? ¿Existe una resolución judicial o un acuerdo aprobado que fije la pensión?
? ¿Cuál es el monto aproximado de la deuda en pesos chilenos (CLP)? Si no hay deuda, escribe 0.
Maipú | Me deben pensión de alimentos | Sí, una resolución judicial | 2840000 | alta
Puente Alto | Quiero demandar pensión de alimentos | No | 0
Rancagua | Quiero aumentar, rebajar o terminar una pensión | Sí, un acuerdo aprobado | 0
Coquimbo | Debo pagar pensión de alimentos | Sí, una resolución judicial | 960000

# Divorcio
? ¿Qué tipo de divorcio necesitas?
? ¿Desde qué fecha están separados? Puede ser aproximada.
? ¿Tienen hijos o bienes en común? Describe brevemente la situación.
La Florida | De común acuerdo | @1500 | Dos hijas de 9 y 13 años. Tenemos un acuerdo de palabra sobre visitas y alimentos y queremos dejarlo escrito. La casa está con crédito hipotecario hasta el 2038.
Concepción | Unilateral por cese de convivencia | @2300 | Sin hijos. No sé dónde vive él ahora. Nos casamos con sociedad conyugal.
Antofagasta | No estoy seguro/a | @400 | Un hijo de 4 años. Ella se fue a Calama y no quiere firmar nada. Compramos un terreno juntos y yo sigo pagando $310.000 al mes.
Punta Arenas | De común acuerdo | @900 | No hay hijos ni bienes. Solo queremos cerrar el trámite, los dos estamos de acuerdo.

# Tuición y régimen de visitas
? ¿Qué relación tienes con el niño, niña o adolescente?
? ¿Existe una resolución judicial o un acuerdo sobre el cuidado o las visitas?
? ¿Qué edades tienen los niños y qué necesitas resolver?
Quilpué | Padre | Sí | Mi hijo tiene 6 años. Desde marzo no me dejan verlo los fines de semana que fijó el tribunal (RIT C-1432-2024). Quiero que se cumpla.
Temuco | Abuelo o abuela | No | Crío a mis nietos de 3 y 8 años desde que mi hija se fue. Necesito el cuidado personal para matricularlos y llevarlos al consultorio. | media
Ñuñoa | Madre | Está en trámite | 11 y 14 años. El papá quiere llevarlos a vivir a otra región y ellos no quieren cambiarse de colegio.
Los Ángeles | Madre | No | Una niña de 2 años. Necesitamos ordenar las visitas porque trabaja por turnos 7x7 en la mina. Escríbanme a paula.mardones arroba gmail punto com.

# Medidas de protección (familia)
? ¿Qué relación tienes con la persona que necesita protección?
? ¿Hay una causa abierta en un Tribunal de Familia?
? Describe los hechos y la situación de riesgo.
San Bernardo | Soy su tía | No | Mi sobrina de 10 años pasa sola todo el día y ha faltado más de 30 días al colegio este año. La orientadora ya nos avisó. | alta
Valdivia | Hija | Sí | Mi mamá tiene 82 años y un hermano le maneja la pensión y no la deja salir. Hubo una audiencia en agosto y quedó en nada.
Iquique | Vecina | No lo sé | En la casa de al lado se escuchan golpes y llantos de dos niños chicos casi todas las noches. No sé dónde denunciar sin que se sepa que fui yo. | alta

# Despido injustificado
? ¿Cuántos días han pasado desde el despido?
? ¿Tenías contrato de trabajo escrito?
? ¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito.
San Miguel | 9 | Sí, indefinido | Me dijeron que era por reestructuración, pero publicaron el mismo cargo en internet. Llevaba seis años y no firmé el finiquito. Mi correo es rodrigo.salas@correo.cl por si necesitan la carta. | alta
Calama | 31 | Sí, a plazo fijo o por obra | Trabajaba de mantenedor en una contratista. Me renovaron cinco veces seguidas y ahora dicen que terminó la obra, pero mis compañeros siguen en la misma faena. Firmé el finiquito con reserva de derechos ante la Inspección del Trabajo y me pagaron $1.850.000.
Providencia | 3 | Sí, indefinido | Artículo 161, necesidades de la empresa. Estoy con fuero maternal, lo avisé por escrito el 12-08. No he firmado.
Curicó | 45 | No tenía contrato escrito | Trabajé dos temporadas de packing y después de bodega, siempre sin contrato. Un día no me dejaron entrar más. Tengo los depósitos y conversaciones. | media

# Acoso laboral
? ¿Quién ejerce el acoso?
? ¿Has presentado una denuncia?
? Describe los hechos y desde cuándo ocurren.
Santiago | Mi jefatura | Sí, en la empresa | Desde marzo me cambiaron las funciones y me dejaron fuera de las reuniones del equipo. Tengo correos y mensajes que lo muestran. La investigación interna concluyó sin entrevistar a los testigos que propuse.
Vitacura | Un compañero o compañera de trabajo | No | Comentarios sobre mi cuerpo delante de clientes, desde enero. Tengo miedo de denunciar porque es amigo del gerente. | media
Copiapó | Mi jefatura | Sí, en la Dirección del Trabajo | Turnos cambiados el mismo día y gritos por radio. Somos tres personas y todas hicimos la denuncia.
Osorno | Un cliente u otra persona externa | No | Soy cajera. El mismo cliente me espera a la salida desde hace dos meses y la empresa dice que no es problema suyo.

# No pago de cotizaciones
? ¿Qué cotizaciones no te han pagado?
? ¿Cuántos meses te adeudan, aproximadamente?
? ¿Sigues trabajando con ese empleador?
Puente Alto | Varias de las anteriores | 11 | Sí, con contrato
Quinta Normal | AFP | 26 | No
Puerto Montt | Seguro de cesantía | 7 | No
Lampa | Salud (Fonasa o Isapre) | 4 | Sí, con contrato

# Arriendo (conflictos)
? ¿Cuál es tu rol en el arriendo?
? ¿Existe un contrato de arriendo escrito?
? Describe el conflicto (rentas impagas, término del contrato, garantía, reparaciones u otro).
Ñuñoa | Arrendador (dueño de la propiedad) | Sí, firmado ante notario | Cinco meses impagos, $520.000 cada uno, y los gastos comunes. El arrendatario no contesta. Quiero saber si sirve la Ley 21.461 para sacarlo luego. | media
Independencia | Arrendatario (quien paga el arriendo) | No, fue de palabra | Me cortaron el agua para que me vaya. Pago $280.000 al día por transferencia, tengo los comprobantes. Vivo con mis dos hijos. | alta
La Serena | Arrendatario (quien paga el arriendo) | Sí, sin notario | Entregué el departamento hace 60 días y no me devuelven la garantía de $450.000. Dicen que hay que pintar entero.
Valparaíso | Aval o codeudor | Sí, firmado ante notario | Firmé como aval de mi primo, RUT 15.482.331-6, y ahora me demandan a mí por ocho meses de arriendo.

# Compra o venta de propiedad
? ¿Cuál es tu rol en la operación?
? ¿Existe algún documento firmado?
? ¿En qué necesitas ayuda? Describe la propiedad y el problema.
Las Condes | Comprador | Sí, promesa de compraventa | Departamento en verde de 3.850 UF. La inmobiliaria lleva catorce meses de atraso y no quiere devolver el pie con reajuste.
Machalí | Vendedor | Sí, escritura de compraventa | La compradora no ha pagado las dos últimas cuotas de $6.000.000 y ya está viviendo en la casa.
Pucón | Comprador | Solo una reserva u oferta | Parcela de 5.000 metros. Me dicen que está regularizada pero el rol es de todo el fundo. Quiero un estudio de títulos antes de firmar.
Arica | Copropietario o heredero | No | La casa está a nombre de tres personas y una falleció. Queremos vender y el conservador nos pide algo que no entendemos.

# Violencia intrafamiliar (VIF)
? ¿Qué relación tienes con la persona que ejerce la violencia?
? ¿Existe una denuncia o una medida cautelar?
? ¿Cuándo ocurrió el último episodio? Puede ser una fecha aproximada.
Recoleta | Expareja | Denuncia y medida cautelar | @4 | alta
Hualpén | Cónyuge o conviviente | No | @12 | alta
Linares | Prefiero contarlo en privado | Solo denuncia | @30

# Deudas y cobranzas
? ¿Cuál es tu situación?
? ¿Cuál es el monto aproximado de la deuda en pesos chilenos (CLP)?
? ¿Con qué banco, empresa o persona existe la deuda?
Estación Central | Debo dinero | 8700000 | Tres tarjetas de casas comerciales y un crédito de consumo. Me llaman todos los días al trabajo.
Talcahuano | Me deben dinero | 1200000 | Un particular que me firmó un pagaré en 2023 y cambió de número, ahora usa el 9 6543 2198.
Melipilla | Soy aval o codeudor | 3400000 | Una cooperativa de ahorro, por un crédito de mi ex pareja.
Castro | Me deben dinero | 650000 | Una empresa de cabañas que no me pagó dos facturas.

# Licencias médicas rechazadas
? ¿Quién rechazó o redujo la licencia?
? ¿En qué fecha te notificaron el rechazo?
? ¿Qué motivo te informaron? Cuéntanos si ya reclamaste o apelaste.
Maipú | COMPIN | @9 | Reposo no justificado. Ya apelé una vez con el informe de mi psiquiatra.
Villa Alemana | Isapre | @22 | Redujeron de 30 a 11 días una licencia por operación de columna. No he reclamado todavía.
Coyhaique | Mutual de seguridad | @50 | Dicen que la tendinitis no es de origen laboral. Llevo quince años como manipuladora de alimentos. | baja

# Estafa o apropiación indebida
? ¿Cuál es tu situación?
? ¿Cuál es el monto aproximado del perjuicio en pesos chilenos (CLP)?
? Describe lo ocurrido, cuándo fue y qué pruebas tienes (transferencias, mensajes, contratos).
Santiago | Fui víctima | 3200000 | Transferí por un auto que no existía, hace 5 días. Tengo los comprobantes y la cuenta de destino, a nombre de una persona de RUT 17 654 321 - K. El banco dice que no devuelve. | alta
Rancagua | Me acusan o me denunciaron | 900000 | Una clienta me denunció por no terminar una ampliación. Yo dejé de ir porque ella no pagó el segundo estado de avance.
Lo Prado | Fui víctima | 480000 | Vendí mi celular y el comprobante de transferencia era falso. Tengo video de la entrega.

# Contratos (revisión o incumplimiento)
? ¿Qué necesitas?
? ¿Qué tipo de contrato es? Por ejemplo: prestación de servicios, compraventa o sociedad.
? Describe la situación y, si hay un incumplimiento, en qué consiste.
Huechuraba | Reclamar un incumplimiento | Prestación de servicios | Contratamos el desarrollo de una página por $2.400.000, pagamos la mitad y lleva cuatro meses sin entregar nada. | baja
Vallenar | Revisar un contrato antes de firmarlo | Arriendo de derechos de agua | Nos ofrecen un contrato a 20 años por 15 litros por segundo. Somos un comité de agua potable rural.
Concón | Redactar o modificar un contrato | Sociedad | Vamos a abrir una cafetería entre tres amigas y queremos dejar claro qué pasa si una se sale.
Frutillar | Defenderme de un reclamo | Compraventa | Vendí un tractor usado en buen estado y a los ocho meses me cobran la reparación del motor. Lo vendí como está, con factura.

# Otro
? Describe brevemente el tipo de caso
Peñalolén | La municipalidad me cursó un parte por cerrar un antejardín que está así desde 1996. Necesito saber cómo se regulariza.
Alto Hospicio | Soy venezolana, llevo tres años y me rechazaron la residencia temporal por un documento que sí entregué. Tengo plazo para reclamar hasta la próxima semana. | alta
San Felipe | Un perro del vecino mordió a mi hija. Gasté $186.500 en la clínica y no quieren responder.
Quellón | El banco me hizo dos seguros que nunca pedí junto con el crédito de la lancha. Quiero anularlos y que me devuelvan lo cobrado desde 2022. Fono dos tres cuatro cinco seis siete ocho nueve cero.
`

/** The clients of the cases. Lawyers see their names only in a chat. */
export const DEMO_CLIENTS = [
  'Carolina Muñoz Sepúlveda',
  'Jorge Vergara Pino',
  'Patricia Leiva Cárdenas',
  'Luis Alberto Catalán Ríos',
  'Fernanda Aguilera Bravo',
  'Manuel Huenchumil Painén',
  'Rosa Elena Cifuentes Vidal',
  'Diego Sandoval Orellana',
  'Yesenia Rondón Márquez',
  'Claudio Ibarra Maldonado',
  'Marta Ojeda Barría',
  'Sergio Bustamante Farías',
  'Ángela Pizarro Donoso',
  'Nelson Quezada Inostroza',
  'Francisca Alarcón Ulloa',
  'Hugo Mamani Condori',
  'Viviana Salgado Troncoso',
  'Cristian Navarrete Jaque',
  'Paula Mardones Riquelme',
  'Rodrigo Salas Villagra',
]
