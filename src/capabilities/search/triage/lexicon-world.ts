/**
 * Words of one kind (trades, animals, things) as one concept each, so that a word that the corpus lacks counts like
 * the other words of its kind. Form as in lexicon-family.ts.
 */
export const WORLD: Record<string, string> = {
  trade:
    'maestr* | gasfiter | gasfitter | electricista | carpinter* | albañil* | pintor* | mueblist* | marmolist* | joyer* | relojer* | zapater* | costurer* | modist* | sastre | tapicer* | herrer* | soldador* | vidrier* | ceramist* | jardiner* | paisajist* | arquitect* | ingenier* | topograf* | constructor* | contratista* | mecanic* | desabollad* | tecnico | diseñador* | programador* | desarrollador* | fotograf* | camarograf* | banqueter* | pasteler* | florist* | dj | animador* | productor* | imprenta* | decorador* | organizador* | wedding planner | estilist* | peluquer* | tatuador* | entrenador* | coach | veterinari* | funerari* | transportist* | flete* | fletero* | mudanza*',
  ownWork:
    'soy diseñador* | soy fotograf* | soy dj | soy freelance | soy programador* | mi taller | mi negocio | mi local | mi emprendimiento | mi pyme | mi empresa | mi cliente | un cliente | una clienta | mis clientes | hice una pagina | hice la pagina | le hice | les hice | me encargaron | me contrataron para | entregue todo | entregue el trabajo | por mi trabajo | trabajo terminado | mi ferreteria | mi almacen',
  employeeTrade:
    'guardia* | cajer* | garzon* | cocinero* | vendedor* | reponedor* | bodeguer* | enfermer* | tens | paramedic* | profesor* | profe | parvular* | educadora | asistente | secretari* | auxiliar* | operari* | jornal* | minero | minera | conductor* | chofer* | temporer* | nana | aseo | junior | ejecutiv* de venta* | call center | teleoperador* | supervisor* | manipuladora | jornalero | tractorista | obrero | practicante | matron* | kinesiolog* | administrativ* | analista | operador* | bombero | buzo | tripulante | marinero',
  workplace:
    'supermercado | mall | tienda | retail | fabrica | planta | mina | minera | faena | fundo | packing | salmonera | pesquera | forestal | constructora | colegio | escuela | liceo | hospital | clinica | consultorio | cesfam | jardin infantil | hotel | restoran* | restaurant* | bomba de bencina | call center | bodega | obra | banco | notaria | municipalidad | farmacia | lecheria | aserradero | casino | panaderia | cafeteria | startup',
  animal:
    'perr* | gat* | caball* | yegua* | vaca* | vacuno* | oveja* | chanch* | gallin* | mascota* | potrillo* | toro | novillo* | abejas | colmenas | animales | ganado',
  thing:
    'celular | telefono | notebook | computador* | televis* | refrigerador* | lavadora | cocina | sofa | sillon | cama | colchon | mueble* | bicicleta | consola | play | zapatillas | ropa | lentes | anillo | argolla | reloj | joya* | instrumento* | herramienta* | repuesto* | neumatic* | motor',
  vehicleWords:
    'auto* | camioneta* | moto | motos | motocicleta | camion* | furgon* | jeep | taxi | colectivo | tractor | bote | lancha | embarcacion | patente | kilometraje | culata | caja de cambios | automotora* | concesionari*',
  homePart:
    'techo* | muro* | pared* | murall* | piso* | ventana* | puerta* | chapa* | baño* | cañeri* | alcantarillado | luz | agua | gas | calefont | caldera | cielo raso | ceramica* | grieta* | terraza | patio | reja | pandereta | estacionamiento | bodega | llaves | la llave',
  pest: 'chinche* | raton* | cucaracha* | termita* | plaga | hongo* | humedad | moho | goter* | filtra* | se llueve | inunda*',
  bodyPart:
    'brazo* | pierna* | pie | mano* | dedo* | ojo* | cara | cabeza | cuello | espalda | columna | rodilla | cadera | hombro | muñeca | costilla* | diente* | muela* | nariz | oido | pecho | cintura | poto | guata',
  injury:
    'fractur* | quebrad* | quebre | esguince | puntos | sangr* | moreton* | yes* | inconsciente | traumatismo | tec | quemad* | cicatri* | cojo | coja | paralitic* | muleta* | silla de ruedas | protesis',
  mental:
    'depresi* | ansiedad | panico | estres | angustia | burnout | psiquiatr* | psicolog* | trauma | bipolar | insomnio | agotamiento | animo | suicid* | trastorno*',
  diseases:
    'cancer | leucemia | diabetes | artritis | artrosis | fibromialgia | covid | hernia* | lumbago | tendinitis | epilepsia | tumor | esclerosis | endometriosis | vesicula | apendic* | quiste* | espondil* | cirugia | operar* | operacion | quimio*',
  doctor:
    'traumatolog* | psiquiatr* | neurolog* | cirujan* | dentist* | medico | doctora | doctor | oftalmolog* | ginecolog* | kinesiolog* | especialista | otorrino | obstetra | matron* | el perito | peritaje',
  days: 'dias de | 30 dias | 21 dias | 15 dias | 7 dias | 11 dias | treinta dias | semanas | por mas dias',
  weapon:
    'pistola | arma | armas | cuchill* | machete | escopeta | hacha | palo | martillo | revolver | bala*',
  threatWords:
    'matar* | te mato | la mata | me mata | mata a | amenaz* | quemar la casa | me va a pegar | va a matar | quemo | quemar* | prendi* fuego | lo voy a matar | desaparec*',
  fear: 'miedo | susto | terror | tiembl* | aterr* | panico | temor | escond* | arranqu* | huir | escap* | salir corriendo',
  control:
    'no me deja | me tiene | me quita | me revisa | me prohibe | me vigila | me encierra | no puedo salir | me obliga | me cuenta la plata | me deja sin plata | me deja sin comida | me deja afuera | me esconde',
  drunk:
    'curad* | borrach* | copete | alcohol* | toma | tomado | trago | drog* | coca | pasta | marihuana | volad* | consume | consumo',
  childPlace:
    'colegio | escuela | jardin | sala cuna | liceo | kinder | prekinder | hogar | residencia | parvular* | profesora jefe | orientadora | inspectora | convivencia escolar',
  childThings:
    'juguete* | cumpleaños | pijama | mochila | tarea* | notas | vacun* | control sano | pediatra | terapeut* | tea | autis* | sindrome | discapacidad',
  holidays:
    'navidad | año nuevo | fiestas patrias | vacaciones | verano | cumpleaños | dia del padre | dia de la madre | domingo* | sabado* | viernes | feriado* | quincena',
  abroad:
    'extranjero | otro pais | argentina | peru | bolivia | colombia | venezuela | haiti | españa | estados unidos | eeuu | miami | brasil | ecuador | mexico | canada | alemania | australia | italia | suecia | francia | cuba | republica dominicana | mendoza | tacna | lima | bogota | buenos aires | caracas',
  nationality:
    'venezolan* | colombian* | haitian* | peruan* | bolivian* | ecuatorian* | argentin* | cuban* | dominican* | chin* | español* | extranjer* | migrante*',
  government:
    'municipalidad | muni | serviu | minvu | contraloria | ministerio | seremi | registro civil | ips | senama | sag | conaf | servel | junaeb | mineduc | estado | fisco | alcald* | concejal* | gobierno | carabineros | pdi | delegacion | intendencia | servicio de salud | superintendencia | conadi | dga | sernapesca | aduana* | sii | tesoreria | bienes nacionales | dom',
  utility:
    'enel | cge | chilquinta | saesa | frontel | aguas andinas | esval | essbio | nuevosur | metrogas | abastible | lipigas | movistar | entel | wom | claro | vtr | directv | sanitaria | electrica | compañia de luz | internet',
  shop: 'falabella | ripley | paris | lider | jumbo | sodimac | easy | hites | la polar | abcdin | mercado libre | pedidosya | uber | rappi | cornershop | aliexpress | shein | temu | santa isabel | unimarc | tottus',
  airline:
    'latam | sky | jetsmart | aerolinea | vuelo | pasaje* | aeropuerto | crucero | paquete turistico | agencia de viaje* | hotel | booking | airbnb | despegar',
  police:
    'carabiner* | pacos | paco | pdi | comisaria | constancia | denunci* | fiscalia | fiscal | detectives | policia | flagrancia',
  prison:
    'pres* | carcel | preventiva | detenid* | formaliz* | imputad* | condena* | recluid* | reclusion | firma mensual | arresto domiciliario | gendarmeria | penal | imputan | cana',
  courtPaper:
    'demanda* | notific* | citacion | citaron | me llego un papel | resolucion | sentencia | causa | rol | rit | audiencia | receptor | tribunal | juzgado | corte | apelacion | recurso | exhorto | juez | jueza',
  otherCourts:
    'policia local | juzgado de policia local | corte de apelaciones | recurso de proteccion | tribunal ambiental | tribunal electoral | laudo | arbitr* | tdlc | corte suprema | panel de expertos',
  familyCourt:
    'tribunal de familia | juzgado de familia | mediacion | preparatoria | consejera | curador ad litem | proteccional | jueza de familia | juez de familia',
  labourCourt:
    'juzgado del trabajo | juzgado de letras del trabajo | inspeccion | inspeccion del trabajo | direccion del trabajo | dt | comparendo | tribunal laboral | cobranza laboral | juzgado de cobranza',
  school:
    'universidad | instituto | duoc | inacap | carrera | arancel | beca | cae | titulo | diplomado | preuniversitario | curso | magister | la u',
  investment:
    'invert* | inversion* | rentabilidad | ganancia* | retorno* | plataforma | trading | dolar* | cripto* | duplicar | interes mensual | fondo',
  vanished:
    'desaparec* | no contest* | bloque* | apago el celular | nunca mas | cambio el numero | se hizo humo | se esfumo | no aparece | cerro el local | inubicable | se arranco | borro el',
  keptMoney:
    'se quedo con | se lo gasto | se la gasto | se la llevo | no la devolvio | no ha devuelto | no rindio | no rinde | a su cuenta | cuenta personal | cobro a nombre | se embolso | se lo quedo | vendio mis | vendio mi | empeño | sin avisarme | sin decirme | a mis espaldas | por detras | a escondidas',
  entrusted:
    'le pase | le entregue | le deje | le preste mi | le confie | encargue | le di poder | le di un poder | di un poder | consignacion | deje el auto | deje mi | a cargo de | administraba | administra',
  loanBetween:
    'le preste | preste plata | me debe | me deben | prestamo | no me paga | no me ha pagado | me pago la mitad | quedo debiendo | debe | devolver* la plata',
  pursuedDebtor:
    'me cobran | me estan cobrando | me llaman | debo | me atrase | no puedo pagar | atrasad* en | me embarg* | me remat* | me van a rematar | no alcanzo a pagar | cuotas atrasadas',
  buildingDefect:
    'grietas | terminaciones | postventa | entrega de la casa | entregaron el departamento | piso levantado | constructora | inmobiliaria | recepcion municipal | permiso de edificacion',
  landPaper:
    'papel simple | papel de palabra | de palabra | sin escritura | no esta inscrit* | inscrip* | inscribir | conservador | escritura | sin papeles | titulos | posesion | cedida | cesion',
  siblingsDispute:
    'no quieren firmar | no firma | no firman | no quiere firmar | se quieren quedar | se quedo con la casa | vive en la casa | no se ponen de acuerdo | quieren vender | no quiere vender | comunidad hereditaria | somos 3 hermanos | somos hermanos | hermanos y',
  afterDeath:
    'depositos | cuentas del | seguro | afp de mi papa | certificado de defuncion | defuncion | registro civil | masa hereditaria | testador | dejo sin | dejo a | sin testamento | cremar* | lapida | nicho | sepultura',
  gossip:
    'rumor* | chisme* | burla* | rien | se rien | apodo* | sobrenombre* | grito* | garabato* | insult* | humill* | ofend* | trata de | me dice* | me dijo gord* | inutil | tont* | lesera* | mensajes | audios | fotos | delante de | frente a tod*',
  sexual:
    'sexual* | toco | toca | tocar | manose* | beso | abraz* | roz* | insinu* | cuerpo | piropo* | desnud* | fotos intimas | viol* | pack | poto | nalga* | pechugas | calzones | doble sentido',
  isolation:
    'ley del hielo | nadie me habla | me aisl* | sin funciones | me sacaron del grupo | me dejaron sin | me cambiaron de | me bajaron de cargo | degrad* | turnos peores | me quitaron la oficina | menos turnos',
  hired:
    'contrato | indefinido | plazo fijo | por obra | a honorarios | años trabajando | llevo trabajando | trabaje | trabajaba | trabajo hace | llevo años en | de servicio',
  letGo:
    'me dijeron que no | que no siguiera | no seguia | no sigo | me avisaron | carta | me llamaron a la oficina | firme | ultimo dia | me sacaron | cerro la empresa | cerraron | cerro la planta | quedamos afuera | me cortaron | me bajaron | ya no me necesit* | reestructuracion | reduccion de personal | no me renuev* | se acabo el plazo',
  insured:
    'mutual | achs | ist | isl | compin | suseso | isapre | fonasa | caja | contraloria | prevision | afp | previred | provida | habitat | modelo | capital afp | planvital',
  vulnerable:
    'discapacitad* | postrad* | anciana | anciano | abuelit* | viejit* | invalid* | ciego | ciega | sord* | alzheimer | demencia | esquizofren* | adulto mayor | silla de ruedas',
  neglect:
    'abandon* | botad* | sol* todo el dia | descuid* | suci* | mugre | sin bañar* | flac* | desnutr* | sin remedios | amarrad* | encerrad* | con llave | no le dan de comer | no lo cuidan | no la cuidan | hogar clandestino | escaras | golpead* en',
  strangerAbuse:
    'entrenador | profe de | profesor de | cura | pastor | vecino | padrastro | tio | abuelo | transportista | compañeros',
  splitting:
    'separ* | dividir | repartir* | mitad | partes iguales | cada uno por su lado | por separado | rehic* mi vida | otra pareja | otra mujer | otra familia | otro hombre | amante | infiel | infidelidad | me engaño con',
  wantsEnd:
    'quedar solter* | quedar libre | soltera | soltero | terminar legalmente | terminar esto | cerrar ese capitulo | deshacer el | poner fin | el papel | no quiere firmar | firme los papeles | sigo siendo su señora | desamarr* | su señora | no quiero ser mas',
  wage: 'sueldo | liquidacion | salario | gana | ingresos | remuneracion | jubila | finiquito | honorarios | boletea',
  monthly:
    'mensual* | todos los meses | cada mes | al mes | el mes | deposit* | transfier* | planilla | retencion | retien* | descuent* por planilla | por planilla',
  study: 'universidad | la u | carrera | estudia | estudiando | egres* | preu | instituto',
  internetLife:
    'streamer | influencer | canal | instagram | tiktok | youtube | redes | discord | juego | skin* | cuenta de',
  neighbourhood:
    'junta de vecinos | condominio | comunidad | edificio | conserje* | comite | gastos comunes | administrador* del | villa | pasaje | poblacion',
  tax: 'impuesto* | iva | sii | contribucion* | renta | tesoreria | tributar* | factura* | boleta*',
  madeToOrder:
    'me construyo | mande a hacer | mando a hacer | mandamos a hacer | a medida | mande a confeccionar | le encargue | encargamos | por encargo | me instalo | instalacion de | me hizo mal | quedo chueco | quedo disparejo | trabajo mal hecho | rehacer el trabajo | no quiere rehacer | el maestro | los maestros | avance de obra | estado de pago | cubicacion',
  subscription:
    'sesiones | pack de | plan anual | permanencia | academia | clases | suscripcion | renovacion automatica | se renueva solo | membresia | tiempo compartido | dar de baja | salirme del plan | darme de baja | cargo automatico | cargando la mensualidad | por telefono | me lo vendieron',
  trade2:
    'exportadora | importadora | proveedor* | guia* de despacho | el kilo | la tonelada | cosecha | partida de | mercaderia | flete* | carga | distribuidor* | orden de compra | cotizacion aceptada | la cotizacion | subcontrato | mi camion | licencia de uso | representacion exclusiva | comision por venta',
  paperToSign:
    'antes de firmar | que alguien lo revise | que lo revise | me lo revise | revisar el | lo lea | que lo lea | leer el contrato | redactar un | hacer un contrato | un acuerdo | clausula | me conviene firmar | firmar el contrato | modelo de contrato | contrato tipo | anexo',
  loanOfUse:
    'comodato | preste gratis | presté gratis | lo deje vivir | la deje vivir | los deje vivir | vive gratis | sin pagar nada | por un tiempo | de favor',
  identityTheft:
    'usaron mi rut | uso mi rut | usaron mi carnet | usaron mi cedula | mi carnet perdido | cedula perdida | foto de mi carnet | foto del carnet | con mis datos | mis datos | suplant* | se hizo pasar | se hacen pasar | hacerse pasar | nunca pedi | yo no pedi | que no pedi | no lo pedi yo | no firme nunca | yo nunca firme | falsific* mi firma | mi firma falsa',
  doubleSale:
    'mismo lote | misma casa a | mismo departamento a | a otras personas | a cuatro personas | varias personas | a dos personas | a tres personas | resulto no ser | no era el dueño | no era dueño | no era suyo | no era de el | otro dueño | ya vendido | ya estaba vendida',
  soldMine:
    'me la vendio | me lo vendio | la vendio | lo vendio | los vendio | las vendio | vendio mi | vendio mis | empeño mi | se quedo con mi* | no me devuelve mi* | no me lo devuelve | se niega a devolver | no aparece con',
  notExisting:
    'no existe | no existia | no existian | nunca existio | inexistente | direccion falsa | nadie la conoce | nadie lo conoce | en esa direccion | no hay nada | nunca hubo | era un sitio',
  skimming:
    'de a poco | de a poquito | de a goteras | faltan | faltaba | faltaban | inflaba | inflo | boletas falsas | rendicion* | rindio cuentas | no rinde cuentas | caja | recaudacion | se metia | cuadrar | cuadra | arqueo | auditoria | desvio | desviaba | desviando',
  savingsClub:
    'polla | quien sigue | ahorro entre | cadena de | telar | rifa | bingo | colecta | paseo de curso | gira de estudio | fondo solidario',
  sacked2:
    'no vengai mas | no vengas mas | no venga mas | no vuelva mas | no vuelvas mas | no volvai mas | me boto de | me botaron | me despacho | despacharon | me saco sin | me sacaron sin | cortaron el contrato | me corto el contrato | cortaron contrato | no me abrio el torniquete | torniquete | me borraron del | ya cumpliste | dar un paso al costado | pidieron la renuncia | pidio la renuncia | pidieron que renunci* | que firmara la renuncia | firme renuncia | mutuo acuerdo de las partes | bloquearon la cuenta | desactiv* la cuenta | no me llamaron | dejaron de llamarme | sin aviso previo | indemnizacion sustitutiva | recargo | dias habiles para demandar | me reemplazaron | pusieron a otra | contrataron a otro | por que reclame | por pedir',
  constructiveDismissal:
    'carta de autodespido | me bajaron el sueldo | me cambio de local | me cambiaron de local | me trasladaron | para que renuncie | pa que renuncie | para que me vaya | pa que me aburra | me bajo las comisiones | me quitaron el bono | menoscabo | ius variandi',
  domesticWork:
    'nana | puertas adentro | puertas afuera | asesora del hogar | casa particular | patrona | caballero de la casa | señora de la casa | mis patrones | cuido a | cuidadora de | cuidaba a | hago aseo | temporera',
  atWork:
    'en la pega | en el trabajo | en mi trabajo | en la oficina | en la empresa | en el local | en la planta | en la faena | en la obra | en mi pega | en el turno | del turno | en el casino | en reunion | en la bodega | en el packing | en la cocina | en el restaurant | en la tienda | en el hospital | mi supervisor* | mi jef* | mi encargad* | la jefatura | el gerente | la gerenta | el capataz | mi directora | mi director',
  atHome:
    'en la casa | en mi casa | en nuestra casa | dormimos | vivo con el | vivo con ella | vivimos juntos | bajo el mismo techo | en la pieza | la cama | en la noche llega | cuando llega | conviv* | mi marido | mi esposo | mi pareja | mi pololo | mi conviviente | mi hermano | mi hijo mayor',
  supportAmount:
    'cuanto me pueden quitar | cuanto le pueden | cuanto corresponde de pension | porcentaje del sueldo | minimo por hijo | por cada hijo | asignacion familiar | bono marzo | le suban | que suban | que suba | subir lo que | subirle | bajarle | que aporte | que ponga | aporte la mitad | responder por | mantener a mi* | mantener al | me dejo de pagar la u | gastos extraordinarios | la mitad de los gastos | abuelos paternos | abuelos maternos | obligacion de socorro | liquidacion en utm | devolucion de impuesto* reten* | retuvieron la devolucion | sigo pagando | viviendo conmigo y sigo | estudia y tiene | cumplio los 18 | mayor de 21 | reliquid* | pago directo a | compensar los pagos',
  parentTime:
    'una semana cada uno | semana por medio | dias con cada | con quien vive | quien se queda con | no quiere ir con | no quiere verlo | no quiere volver | cambiarla de colegio | cambio de colegio | cambiar de colegio | la cambio de colegio | lo cambio de colegio | no me contesta las llamadas | me bloqueo y no veo | hablar con mi hij* | los abuelos pueden | derecho de los abuelos | irse al extranjero | pasaporte* | que viaje con | colegio sin consultarme | sin mi permiso se | hijo de mi ex | hijastr*',
  childWelfare:
    'la escuela hizo | el colegio hizo | el consultorio aviso | el hospital aviso | el hospital denuncio | retuvieron a mi guagua | se llevaron a mi* | programa | pericia* | informe social | dam | egreso | acogimiento | cuidador* temporal | familia extensa | adulto responsable | tercero responsable | habilidades parentales | competencias parentales',
  endUnion:
    'dejar de estar casad* | seguimos siendo marido | siendo marido y mujer | siguen casados | firmar el divorcio | mutuo acuerdo | comun acuerdo | de hecho hace | separados hace | separados desde | años separad* | no vivimos juntos hace | no lo veo hace | no la veo hace | ubicarlo | no se donde esta mi marido | unilateral | me case en | casados en | matrimonio en el extranjero | reconciliacion | cuanto cuesta separar* | quiero casarme | culpa | por culpa',
  landDeal:
    'poner a nombre de | traspasar* la casa | traspas* | a mi nombre | prestanombre | puso su nombre | de mentira | simulad* | me adjudique | remate de | subasta | dar el pie | pie de la | oferta de compra | cierre de negocio | carta de oferta | visacion | recepcion | prometieron | me prometieron | metros utiles | lote | loteo | plano | factibilidad | rol de avaluo | derechos de agua | alzar la hipoteca | alzamiento | prohibicion de vender | subsidio | cuota al contado | mutuo hipotecario | leasing',
  jointOwners:
    'dueños a medias | compramos a medias | somos dueños | copropietario* | comunidad | comuneros | liquidar la comunidad | poner fin a la comunidad | la mitad es mia | cincuenta por ciento | no quiere vender su parte | cuotas de dominio',
  healthPlan:
    'cobertura | bonificacion | bonifico | no tenia convenio | prestador | cuenta de la clinica | preexistencia | plan de salud | alza del plan | excedentes | ges | auge | caec | medicamento* | tratamiento carisimo | no cubre',
  stateHelp:
    'gratuidad | beca* | bono | subsidio | rsh | registro social | ficha | fuas | pgu | pilar solidario | ingreso etico | casa del serviu | postul* | comite de vivienda | pension de invalidez',
  noise:
    'ruido* | carrete | balcon | groserias | ladr* | musica | olor* | humo | rama* | techo del vecino | muro del vecino',
  smallDebt:
    'fiado* | fie | le fie | cuaderno | en cuotas y no | quedo de pagarme | me iba a pagar | me pago la mitad | pago tres cuotas | no me paga | vale vista | reconocimiento de deuda | pagare firmado | se hace el loco | se hace la loca | me saca la vuelta | no contesta cuando cobro',
  collectors:
    'empresa de cobranza | me llaman a la pega | llaman a mi trabajo | estudio juridico | compraron la deuda | compraron la cartera | gastos de cobranza | castigada | informes comerciales | equifax | boletin | mora | morosidad | repactacion | refinanci* | consolidar | no puedo pagar | me sobregire | linea de credito | tarjeta visa | avance en efectivo | compra de cartera',
}
