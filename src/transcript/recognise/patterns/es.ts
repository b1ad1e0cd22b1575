import type { SpeechPatterns } from './patterns.ts'

export const es: SpeechPatterns = {
  closing:
    /\b(?:adios|hasta (?:luego|pronto|la vista)|que tenga (?:un|una|buen)|buen (?:dia|viaje)|buenas tardes y|cuidese|de nada|gracias por (?:contactar|elegir|comunicarse|llamar|su compra)|me alegra haber)\b/,
  settled:
    /\b(?:algo mas|alguna otra|si necesita (?:algo|mas|ayuda)|otra (?:pregunta|consulta|cosa)|no dude en)\b/,
  asks: /\b(?:por favor,? (?:indiqueme|indique|digame|proporcione|envie|enviame|facilite|confirme|comparta)|necesito (?:su|el|la|saber|que)|digame|me (?:puede|podria|puedes) (?:dar|decir|indicar|facilitar|enviar)|indiqueme|facilite)\b/,
  notSettled: /\b(?:digame|aviseme) si (?:esto|eso)\b/,
  emptyQuestion: /\b(?:algo mas|alguna otra|otra cosa)\b/,
  proposes:
    /\b(?:quiere que|desea que|le parece|esta de acuerdo|puedo (?:proceder|enviar|cancelar|tramitar|hacer)|procedo|desea (?:continuar|proceder)|le gustaria que|confirma que|de acuerdo\?|esta bien\?)/,
  notProposal: /\b(?:como|cual|que|cuando|donde|cuanto)\b[^?]{0,20}\b(?:desea|quiere)\b/,
  refuses:
    /\b(?:no (?:puedo|podemos|es posible|esta permitido|se puede|podre|podremos|cumple|ofrecemos|me es posible|podria)|lamentablemente no|imposible|queda excluido|rechaz\w+)\b/,
  notRefusal: /\bsi no (?:puede|tiene|puedes)\b|\bno (?:puedo|podemos) (?:encontrar|localizar|ver)\b/,
  done: /\b(?:he|hemos|ha sido|han sido|se ha|se han)(?: \w+){0,2} (?:\w+ado|\w+ido|hecho|devuelto|resuelto|puesto)\b|\bya esta (?:hecho|listo)\b|\blisto\b/,
  notDone:
    /\b(?:si|cuando|una vez que|despues de|cuanto)\b[^,.]*\b(?:ha|han|haya|hayan)\b|\bno (?:he|hemos|se ha|ha)\b|\bhe (?:encontrado|revisado|verificado|visto|comprobado|recibido)\b/,
  handover:
    /\b(?:le (?:paso|transfiero|comunico|estoy transfiriendo)|voy a (?:transferir|pasar)le|he (?:pasado|transferido|escalado)|un companero)\b/,
  notHandover: /\b(?:si (?:lo desea|quiere|necesita))\b/,
  comfort: /\b(?:lo siento|lamento|entiendo|comprendo|disculpe|siento (?:mucho|que))\b/,
  offer: /\b(?:puedo|podemos) (?:ofrecer|darle|enviar)\w*\b|\bcomo alternativa\b/,
  proof: /\b(?:foto|fotografia|imagen|recibo|factura|prueba|comprobante|captura)s?\b/,
  greet: /^(?:hola|buenos dias|buenas|bienvenid\w)\b/,
  waits: /\b(?:un momento|un segundo|dejeme|permitame|voy a (?:revisar|comprobar|mirar)|espere)\b/,
}
