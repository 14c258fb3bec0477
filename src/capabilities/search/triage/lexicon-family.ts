/**
 * What Chileans call people, households, children and quarrels in them. Each line is one idea and the ways to say it:
 * `word*` for any ending, `_` for up to three words between, ` | ` between ways.
 */
export const FAMILY: Record<string, string> = {
  child:
    'hij* | niñ* | guagua* | cabr* chic* | bebe | bebes | bebita | menor | menores | crio | crios | criatura | pequeñ* | mis cabros | mi cabro | mi cabra | chiquill* | adolescente | la menor | el menor | mellizos | gemelos | los chicos',
  grandchild: 'niet* | bisniet* | sobrin* | ahijad*',
  partner:
    'marido | esposo | esposa | conyuge | mi señora | mi mujer | mi viejo | mi vieja | pareja | polol* | conviviente | novi* | mi pierno | pinche | mi hombre',
  ex: 'ex | exmarido | exesposo | exesposa | expareja | expolol* | exseñora | mi ex | ex marido | ex pareja | ex señora | ex polol* | exconviviente | exmujer',
  childsFather:
    'papa de mi* hij* | papa de l* niñ* | padre de mi* hij* | padre de l* niñ* | papa de mi guagua | papa de mi niñ* | progenitor* | el papa de mis | papito corazon | papa de l* cabr* | el padre de mis | papa de la guagua | papas de los | el papa no | papa de la | papa del niñ*',
  childsMother:
    'mama de mi* hij* | mama de l* niñ* | madre de mi* hij* | madre de l* niñ* | la mama no | mama de mi niñ* | mama de mi cabr* | la mama de mis | mama de la | mama del niñ*',
  inLaw: 'suegr* | cuñad* | nuera | yerno | hijastr* | padrastro | madrastra | concuñad*',
  parent: 'papa | mama | padre | madre | papas | papi | mami | mi taita | mis viejos | mi viejo | mi vieja',
  grandparent: 'abuel* | tata | nona | bisabuel* | lela | lelo | yaya',
  sibling: 'herman* | hermanastr* | medio herman*',
  uncle: 'tio | tia | tios | tias | prim* | padrin* | madrin*',
  elder:
    'ancian* | adulto mayor | adultos mayores | viejit* | tercera edad | abuelit* | postrad* | alzheimer | demencia | demente | hogar de ancianos | eleam | casa de reposo',
  maintenance:
    'pension de alimentos | pension alimenticia | alimentos | pension | pensiones | cuota alimentaria | manutencion | mesada | mantencion | manutension | pension de mi* | pension de l* niñ* | alimenticia | aliment*',
  maintenanceDebt:
    'papito corazon | registro de deudores | deudor de alimentos | registro nacional de deudores | liquidacion de alimentos | no deposita | no me deposita | no ha depositado | no pasa plata | no me pasa | no manda plata | no pone un peso | no aporta | no paga la pension | debe la pension | no da un peso | no ayuda con | dejo de depositar | no me pasa ni | no pasa ni un | ni un peso | arraigo | arresto nocturno | retencion judicial | deja de pagar pension | no le pasa | no les pasa | no se pone | no responde por | no cumple con la | atrasad* con la pension | retencion por | no pone nada | no ha puesto | no se hace cargo de los gastos | gastos de l* niñ* | gastos del niñ* | gastos del colegio',
  maintenanceChange:
    'rebaja | rebajar | rebajen | rebaje | aumento de pension | aumentar la pension | subir la pension | cese de alimentos | cesar la pension | cumplio 18 | cumplio 21 | cumplio 28 | sigue estudiando | mayor de edad | bajar la pension | bajar la pensión | suban la pension | pague mas | aumento de alimentos | la pension es muy | dejo de estudiar | cese de pension',
  childCosts:
    'pañales | utiles | uniforme | leche | colegiatura | mensualidad | zapatos | remedios del niñ* | terapias | jardin | furgon escolar | mochila | matricula | kinder | colegio',
  divorce:
    'divor* | cese de convivencia | cese efectivo | separad* de hecho | disolver el matrimonio | disolver el vinculo | terminar mi matrimonio | terminar el matrimonio | seguimos casados | sigo casad* | volver a ser solter* | dejar de ser casad* | termino del matrimonio | anular el matrimonio | nulidad matrimonial | nulidad del matrimonio | nulidad de matrimonio | acta de cese | romper el vinculo | vinculo matrimonial | estado civil | separarme legalmente | separacion legal | separacion judicial | volver a casarme | volverme a casar | casarme de nuevo | casarme con | acuerdo completo y suficiente | separacion de hecho | terminar con mi matrimonio | en el papel sigo | casad* en el papel | termino de matrimonio | quiero separarme | me quiero separar | nos queremos separar | separarme de | separarnos',
  civilUnion: 'acuerdo de union | acuerdo de union civil | auc | union civil | conviviente civil',
  married:
    'matrimonio | casad* | nos casamos | me case | casamos | años de casad* | casarse | libreta de familia | sociedad conyugal | separacion de bienes | separacion total de bienes | participacion en los gananciales | compensacion economica | gananciales | bien familiar | bienes familiares',
  separated:
    'nos separamos | me separe | separad* | separacion | separamos | se fue de la casa | se fue de casa | dejo la casa | terminamos',
  alreadyDivorced:
    'ya divorciad* | estamos divorciad* | nos divorciamos | estoy divorciad* | soy divorciad* | divorciad* desde | divorciad* hace | me divorcie | despues del divorcio | mi ex marido | sentencia de divorcio',
  custody:
    'tuicion | custodia | cuidado personal | guarda | que viva conmigo | viva conmigo | vivir conmigo | quedarme con mi* hij* | quedarme con l* niñ* | se quede conmigo | quitarme a mi* | quitarme l* niñ* | me quiere quitar | quitarle l* niñ* | cuidado compartido | corresponsabilidad | patria potestad | tutor legal | guardador | se vengan conmigo | venirse conmigo | irse conmigo | se quiere ir a vivir | quedarme con la niñ* | quedarme con el niñ* | vive conmigo | viven conmigo | me lo quiere quitar | me la quiere quitar | me los quiere quitar | me las quiere quitar',
  visits:
    'visitas | visita | relacion directa y regular | rdr | regimen | no me deja ver* | no me dejan ver* | no deja que vea | ver a mi* hij* | ver a mi* niet* | ver a l* niñ* | verlo | verla | verlos | verlas | fin de semana por medio | fines de semana | no me lo pasa | no me la presta | no me lo presta | no me los pasa | no me los presta | no me la pasa | no me deja estar | videollamada* | vacaciones con | navidad con | dia por medio | punto de entrega | no me la entrega | no me lo entrega | no me los entrega | no lo devolvio | no la devolvio | no devuelve | no me lo devuelve | no me la devuelve | se lo llevo | se la llevo | se los llevo | retir* a l* niñ* | le toca con | me toca con | revinculacion | alienacion parental | vinculo con mi | pernoct* | horario de visita*',
  leaveCountry:
    'salir del pais | sacar del pais | sacarlo del pais | sacarla del pais | permiso de salida | autorizacion de salida | autorizacion para salir | autorizacion notarial para viajar | llevarse a l* | cambiar* de ciudad | cambio de domicilio | irse a vivir | sustraccion | convenio de la haya | se fue con mi hij* | llevo a mi hij* | viajar con mi hij* | permiso para viajar | firmar el permiso | mudarse con',
  protection:
    'medida de proteccion | medidas de proteccion | causa proteccional | proteccional | vulner* | negligen* parental | sename | mejor niñez | opd | oln | residencia | familia de acogida | fae | ppf | dam | curador ad litem | consejera tecnica | hogar de menores | institucionaliz* | mejor niñes | programa ambulatorio | susceptibilidad de adopcion | me quitaron a mi* | nos quitaron | quitaron l* niñ* | tribunal de familia | juzgado de familia | citacion del tribunal | derivo a | el colegio denuncio | duplas psicosocial* | abandono | descuid* | maltrato infantil | derechos vulnerados | la escuela denuncio | trabajador* social | asistente social | entrevista en la oficina local | oficina local | familia guardadora',
  childAtRisk:
    'deja sol* | dejan sol* | solit* en la casa | sin comer | desnutrid* | sin vacunas | no lo lleva al colegio | no va al colegio | no lo mandan al colegio | mugrient* | piojos | pasa hambre | con hambre | drog* delante | consume delante | consume droga* | pasta base | toma delante | le pega al niñ* | le pega a mi hij* | le pegan al niñ* | le pegan a | abuso sexual | abus* de | toco a mi | tocaciones | manose* a mi | cosas feas | algo feo | moreton* | marcas en | se corta | bullying | la castigan | lo castigan | amarrad* | encerrad* | le hizo algo | lo golpea | la golpea a | grooming | no la cuida | no lo cuida | no los cuida | en situacion de calle | abandon* a | adolescente se escap* | se escapo | se arranca de la casa | consumo problematico',
  violence:
    'vif | violencia intrafamiliar | violencia | me pega | me pego | me golpe* | me pegaba | me insulta | me humilla | me amenaz* | amenaza con matar* | me empuj* | me ahorc* | me tir* el pelo | combo* | charchazo* | cachetad* | cachuchazo* | puñetazo* | patada* | me agarro del | me grita | maltrat* | me encierr* | me controla | no me deja salir | celos* | me revisa el celular | me revisa el telefono | me cela | orden de alejamiento | alejamiento | medida cautelar | cautelar* | prohibicion de acerc* | no acercarse | me sigue | me persigue | acosa en la casa | le tengo miedo | tengo miedo | me da miedo | miedo a que | me saco la cresta | me saco la mugre | me sacaba la | me dejo moretones | desacato | botarme | me rompio | me quebro | rompe cosas | rompio las | me quita el sueldo | me quita la plata | agred* | me levanto la mano | levanta la mano | me corrio de la casa | me estrangul* | control economico | violencia economica | violencia psicologica | golpes | golpe | lesiones | constatar lesiones | me escup* | me violo | me obliga a | difunde fotos | porno venganza | me trata de | femicid* | sernameg | casa de acogida | denuncia falsa | me mechonea* | me mechoneo | parte de vif | se pone agresivo | cuando toma | cuando esta curado | llega curado',
  firstContact:
    'mediacion | mediador | audiencia preparatoria | audiencia de juicio | tribunal de familia | juzgado de familia | consejero tecnico',
  paternity:
    'filiacion | paternidad | adn | reconocer a mi hij* | reconocimiento de hij* | reconocio | no lleva mi apellido | apellido | impugn* | no soy el padre | no es mi hijo | no es hija mia | examen de adn | reconocerlo | reconocerla',
  adoption: 'adopt* | adopcion',
  guardianship:
    'interdiccion | interdict* | curador | curadora | curaduria | curadurias | declarar interdicto | discapacidad mental | tutela de mi | demencia senil',
}
