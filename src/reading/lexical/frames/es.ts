import { SPANISH_DAY } from './days.ts'
import { type Frames, NEVER, oneOf } from './frames.ts'

const OPENING =
  '(?:(?:y|pero|entonces|vale|perfecto|claro|gracias|bien|bueno|disculpe|perdone|antes|primero|hola|ok)[, .!]+)*'
const DEED = '\\w+(?:ado|ido|ada|ida|ados|idos|adas|idas)|hecho|hecha|puesto|abierto|devuelto|resuelto'
const LOOK_UP =
  '(?:visto|mirado|comprobado|encontrado|revisado|leido|recibido|entendido|consultado|buscado|tenido|sido|estado|intentado|podido|querido|pedido|dicho|explicado|confirmado que)'

export const es: Frames = {
  clauseBreak:
    /(?:;|,? - |: (?=[a-z])|, (?=(?:y|pero|porque|ya que|asi que|aunque|si|cuando|que|cual|donde|como|puede|podria|quiere|me|le|te|nos|no|es|esta)\b)| (?=(?:pero|porque|aunque|asi que)\b))/g,
  anythingElse: oneOf(
    /\b(?:algo|alguna cosa|en que|que) mas\b(?=.*\?)/,
    /\bayudar(?:le|te|os)? (?:con|en) (?:algo|alguna)\b/,
    /\b(?:alguna|otra) (?:otra )?(?:duda|pregunta|consulta)\b/,
  ),
  offersMore:
    /\bsi (?:necesita|necesitas|tiene|tienes)\b[^?]*\b(?:ayuda|algo mas|duda|pregunta)\w*\b[^?]*\b(?:digame|dime|avise\w*|avisa\w*|escriba\w*|aqui|no dude\w*|no dudes)\b/,
  asks: oneOf(
    /\b(?:me|nos) (?:dice|dices|da|das|pasa|pasas|manda|mandas|envia|envias|indica|indicas|facilita|facilitas|confirma|confirmas|puede|puedes|podria|podrias|dais|decis)\b(?! (?:el ok|que si|un si|luz verde))/,
    /\b(?:puede|puedes|podria|podrias|podeis) (?:decir|dar|pasar|mandar|enviar|indicar|facilitar|confirmar|compartir|ensenar|adjuntar)(?:me|nos|lo|la)?\b/,
    /\b(?:digame|dime|indiqueme|indicame|envieme|enviame|mandeme|mandame|paseme|pasame|faciliteme|deme|dame|necesito|necesitaria|necesitamos|me falta|me haria falta|me hace falta)\b/,
    /\b(?:cual|cuales) (?:es|era|son|fue) (?:su|tu|el|la|vuestro)\b/,
    /\b(?:ruego|rogamos|agradeceria|agradeceriamos|agradezco|pido|pedimos|solicito|solicitamos)(?: a usted)? (?:que )?(?:me|nos) (?:indi|facilit|envi|mand|remit|confirm|comuni|precis|proporcion|adjunt|aport|dig|diera|den?\b|pas|escrib|especifi|detall)\w*/,
    /\b(?:indique|facilite|envie|remita|mande|confirme|comunique|precise|proporcione|adjunte|aporte|diga|de|pase|escriba)(?:me|nos)\b/,
    /\b(?:tendria la (?:bondad|amabilidad)|seria tan amable|si es tan amable|haga el favor|hagame el favor|hace el favor) de?\b/,
    /\bpor favor,? (?:indique|facilite|envie|remita|mande|confirme|comunique|precise|proporcione|adjunte|diga|escriba|manda|envia|pasa|di)\b/,
    /,? por favor\?$/,
  ),
  asksPerhaps:
    /\b(?:falta|faltan|faltaria|faltarian|hace falta|haria falta|haran falta|es necesario|sera necesario|precisamos|precisaria|necesitariamos)\b/,
  notAsks:
    /^\W*(?:si|cuando|en cuanto)\b|\b(?:no|ya no) (?:me |nos )?(?:necesito|hace falta)\b|\bsi (?:necesita|necesitas)\b/,
  announces:
    /\b(?:dos|tres|unas|un par de|algunas|estos|estas|siguientes|varias) (?:cosas|datos|preguntas|detalles)\b|\blo siguiente\b|\buna cosa\b/,
  purposes:
    /^(?:(?:y|asi)[, ]+)*(?:para (?:poder|que|asegurar\w*|comprobar|verificar|mirar|ver)|asi (?:puedo|podre|podemos)|porque|ya que|antes de)\b/,
  alternative: /^o\b/,
  choice: /\bo (?!no\b|si no\b|algo\b)\w+/,
  consents: oneOf(
    /\b(?:quiere|quieres|desea|deseas|prefiere|prefieres|quereis) que\b/,
    // "¿Le abono los 79 euros?", "¿Se la enviamos?": a deed in the first person, as a question.
    /\b(?:le|te|os|lo|la|los|las|se lo|se la|se los|se las|te lo|te la|os lo|os la) \w+(?:o|amos|emos|imos)\b(?=.*\?)/,
    // "Le enviaríamos la prenda a Gran Vía 45": what we would do waits for a yes.
    /\b(?:le|te|os|se lo|se la|se los|se las|te lo|te la) \w+(?:[aei]ria|[aei]riamos)\b(?! (?:gustar|interesar|importar))/,
    /\b(?:da|das|daria|darias|tiene|tienes|tenemos|contamos con) (?:usted )?(?:su|tu|el) (?:conformidad|consentimiento|aprobacion|visto bueno|ok|permiso|autorizacion)\b/,
    /\b(?:autoriza|autorizas|acepta|aceptas|consiente)\b(?=.*\?)/,
    /\b(?:con|cuando tenga|en cuanto tenga|espero|a la espera de) (?:su|tu) (?:conformidad|consentimiento|aprobacion|visto bueno|ok|permiso|autorizacion|si)\b/,
    /\b(?:le|te|os|lo|la|se lo|se la|te lo|te la|os lo) (?:envio|mando|cancelo|anulo|cambio|reembolso|devuelvo|reservo|abro|pido|tramito|gestiono|hago|pongo|parece bien|viene bien|va bien|parece)\b(?=.*\?)/,
    /\b(?:de acuerdo|le parece|te parece|esta bien|conforme|procedo|sigo adelante|adelante|lo hago|vale|confirma|confirmas)\b[^?]{0,40}\?/,
    /\bsi (?:me )?(?:confirma|confirmas|da|das|dice|dices|esta|estas|le|te) (?:que si|el ok|el visto bueno|de acuerdo|luz verde|que esta|conforme|parece bien|va bien)\b/,
    /\b(?:esta|estas) (?:seguro|segura|de acuerdo|conforme)\b/,
    /\b(?:puedo|podemos|debo) (?!ayudar|preguntar|saber)\w+(?:ar|er|ir)(?:lo|la|le|te|selo|sela)?\b(?=.*\?)/,
  ),
  notConsents: new RegExp(
    `^${OPENING}(?:a |de |en |por |para |con |desde |hasta )?(?:que|cual|cuando|donde|quien|como|cuanto|cuantos|cuantas|por que)\\b`,
  ),
  checksFact:
    /\b(?:es correcto|es correcta|correcto|verdad|no es asi|es asi|cierto)\s*\?|\b(?:sigue|siguen) siendo\b|\bes (?:su|tu|el|la)\b(?=.*\?)/,
  questionWord: new RegExp(
    `^\\W*${OPENING}(?:a |de |en |por |para |con |desde |hasta )?(?:que|cual|cuales|cuando|donde|quien|quienes|como|cuanto|cuanta|cuantos|cuantas|adonde)\\b`,
  ),
  inversion:
    /^\W*(?:ha|has|han|habeis|es|esta|tiene|tienes|puede|puedes|quiere|quieres|sabe|sabes|recuerda|son|hay)\b/,
  handsOver: oneOf(
    /\b(?:remitid|trasladad|derivad|pasad|transferid|entregad|escalad|puest)[oa]s?\b[^.?!]{0,60}\b(?:companer\w*|equipo|departamento|superior\w*|especialista\w*|responsable|supervisor\w*|colega\w*)\b/,
    /\b(?:paso|pasado|pasamos|derivo|derivado|transfiero|transferido|traslado|trasladado|remito|remitido|escalo|escalado|dejo en manos)\b[^.?!]{0,60}\b(?:companer\w*|equipo|departamento|superior\w*|especialista\w*|responsable|supervisor\w*|colega\w*)\b/,
    /\b(?:companer\w*|especialista\w*|supervisor\w*|responsable)\b[^.?!]{0,30}\b(?:se pondra|se encargara|atendera|le atendera|contactara|contestara|respondera|le llamara|le escribira|te escribira|sigue|continua|se ocupa|lo lleva)\b/,
  ),
  handsOverPerhaps: NEVER,
  notHandsOver: /\b(?:si|no|quiere|quieres|puedo)\b[^.?!]{0,30}\b(?:pasar|derivar|transferir)|\?$/,
  claims: oneOf(
    new RegExp(
      `\\b(?:he|hemos|le he|te he|ya he|acabo de|acabamos de) (?!${LOOK_UP}\\b)(?:${DEED}|\\w+(?:ar|er|ir)\\b)`,
    ),
    /^\W*(?:ya )?(?:listo|hecho|cambiado|cancelad[oa]|anulad[oa]|reembolsad[oa]|enviad[oa]|reservad[oa]|confirmad[oa]|solucionado|tramitad[oa])\b/,
    new RegExp(
      `\\b(?:queda|quedan|ya esta|ya estan|ha quedado|han quedado|ha sido|han sido) (?:ya )?(?!${LOOK_UP}\\b)(?:${DEED})\\b`,
    ),
    /\bya (?:tiene|tienes) (?:la|el|su|tu)\b[^.?!]{0,40}\b(?:correo|bandeja|buzon)\b/,
    /\b(?:esta|estan|va|van) (?:ya )?(?:en camino|de camino)\b/,
    new RegExp(`\\b(?:se (?:le )?ha|se (?:le )?han|se (?:le )?acaba de) (?!${LOOK_UP}\\b)(?:${DEED})\\b`),
    /\b(?:esta|estan) (?:ya )?(?:siendo )?(?:abonad|cambiad|enviad|anulad|cancelad|reservad|tramitad|registrad|emitid|anadid|sumad)[oa]s?\b/,
    /\bya (?:tiene|tienes|figura|figuran|estan|esta) (?:los |las |el |la |su |sus |sumados? |anadidos? )*(?:puntos|vale|abono|importe|dinero)\b/,
  ),
  claimsOutright: new RegExp(
    `\\b(?:he|hemos|le he|te he|ya he|acabo de|acabamos de) (?!${LOOK_UP}\\b)(?:${DEED}|\\w+(?:ar|er|ir)\\b)`,
  ),
  notClaims: new RegExp(
    `\\?$|\\b(?:si|cuando|en cuanto|una vez que|habria|hubiera|hubiese|usted|ustedes) (?:\\w+ )?(?:ha|he|han|hemos|haya)\\b|\\b(?:el|en|desde) ${SPANISH_DAY}`,
  ),
  looksUp: new RegExp(`\\b(?:he|hemos) (?:ya )?${LOOK_UP}\\b`),
  negates: /\b(?:no|nunca|nada|nadie|ningun\w*|sin|tampoco|ni|jamas)\b/,
  conditions:
    /^(?:(?:y|pero|solo)[, ]+)*(?:si|cuando|en cuanto|una vez|hasta que|a menos que|salvo que|en caso de|siempre que|de haber|mientras)\b/,
  proposesList: NEVER,
  hypothetical: /\b(?:seria|habria|costaria|tendria|podria|iria|saldria|\w+aria|\w+eria|\w+iria)\b/,
  counterfactual: /\bsi (?:\w+ ){0,3}(?:hubiera|hubiese|fuera|fuese|estuviera)\b/,
  states:
    /\b(?:nos consta|segun|figura|consta|aparece|en (?:nuestro|el|su) (?:sistema|registro|expediente)|ya (?:se|fue|estaba)|actualmente|en este momento|por ahora)\b/,
  limitsTo:
    /\bsolo (?:para|con|a|se|si|cuando|la|lo|el|los|las|podemos|tratamos|hablamos|cambiamos|abonamos|durante)\b/,
  regrets: /\b(?:lo siento|lo sentimos|lamentamos|lamento|por desgracia|lamentablemente|desgraciadamente)\b/,
  provided: /^\W*(?:(?:pero|y|lo siento)[, ]+)*(?:mientras no|hasta que no|antes de)\b/,
  declines: oneOf(
    /\bno (?:le |te |se |me |lo |la |os )*(?:puedo|podemos|podria|es posible|sera posible|cabe|hay (?:forma|manera|reclamacion|nada)|esta permitido|aceptamos|admitimos|ofrecemos|hacemos|devolvemos|sustituimos|cubre|procede|pagamos|enviamos)\b/,
    /\b(?:lamentablemente|por desgracia|desgraciadamente)\b.*\bno\b/,
    // "No cambiamos ropa usada", "no se cambia ni se devuelve", "no dan puntos": what is not done here.
    /\bno (?:le |te |lo |la |los |las )?(?!sabemos|tenemos|vemos|hemos|encontramos|queremos|somos|estamos|vamos)\w+(?:amos|emos|imos)\b/,
    /\bno se (?:le |te |lo |la )?(?!preocup|ha\b|han\b|ve\b|encuentra|trata|olvide|moleste)\w+[ae]n?\b/,
    /\b(?:no (?:da|dan|suma|suman|genera|generan|admite|admiten|tiene derecho|corresponde|procede|entra|entran)|se quedan? sin|queda(?:n)? excluid[oa]s?)\b/,
    /\b(?:ya han pasado|ha (?:vencido|caducado|expirado)|esta (?:caducado|vencido)|ya se uso|ya (?:esta|fue) usado)\b/,
    /\b(?:fuera de(?:l)? plazo|demasiado tarde|ya no (?:es|se) pued\w*|imposible|tengo que decir(?:le|te) que no|solo (?:paramos|actuamos|hablamos|atendemos))\b/,
  ),
  declinesOutright: /\bno (?:le |te |se |me |lo |la )*(?:puedo|podemos|es posible|aceptamos|admitimos)\b/,
  notDeclines:
    /\?$|^(?:si|cuando)\b|\bno (?:se preocupe|te preocupes|hay problema|dude|se cobra|le cobra|cuesta)\w*\b|\bno (?:puedo|podemos) (?:encontrar|ver|localizar)\b/,
  promises:
    /\b(?:\w+(?:are|aremos|era|eran|ira|iran|ara|aran|ire|iremos))\b|\b(?:voy|vamos|va) a \w+(?:ar|er|ir)\b/,
  notPromises: /\b(?:sera que|podra|tendra que)\b|\?$/,
  offers:
    /\b(?:puedo|podemos|podria|puede|puedes|podeis) \w+|\bsi (?:quiere|quieres|prefiere|lo desea)\b|\b(?:recomiendo|recomendaria|sugiero)\b/,
  explains: /\b(?:porque|ya que|por eso|debido a|puesto que|es decir|por lo que)\b/,
  comforts:
    /^\W*(?:(?:y|pero|vaya|uf|ay)[, ]+)*(?:lo siento|lo sentimos)\b|\b(?:cuanto lo siento|lamento|lamentamos|siento (?:mucho|las|la)|disculp\w+|perdon\w*|entiendo (?:la|su|tu|que|perfectamente)|comprendo|no se preocupe|no te preocupes|gracias por su paciencia|cuanto lo siento)\b/,
  leadsToNews:
    /^(?:lo siento(?: mucho)?|(?:lamento|siento) (?:decirle|comunicarle|informarle)(?: de)? que|no se preocupe|no te preocupes)[,:]? (?:pero )?(?=(?:\S+ ){3})/,
  courtesies:
    /^\W*(?:(?:muchas )?gracias|perfecto|de acuerdo|claro|vale(?=[,.!]|$)|un momento|por supuesto|entendido|encantad[oa]|genial|estupendo)\b[^?]{0,40}$|\b(?:un momento|dejeme|dejame|voy a (?:mirar|ver|comprobar)|ahora (?:lo )?miro)\b/,
  greets: /^\W*(?:hola|buen[oa]s|estimad[oa]|que tal)\b/,
  signsOff:
    /\b(?:adios|hasta (?:luego|pronto|otra)|que (?:tenga|tengas|pase|pases|vaya) (?:un |muy )?buen?|un (?:cordial )?saludo|saludos|feliz (?:dia|viaje|tarde|semana)|buen viaje|gracias por (?:contactar|su confianza|escribir))\b/,
  notSignsOff: /\?$/,
  proof: /\b(?:foto\w*|imagen|captura|recibo|factura|justificante|comprobante|documento|prueba)\b/,
  says: /^/,
}
