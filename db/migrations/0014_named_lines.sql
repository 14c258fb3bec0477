-- What the house says of somebody calls them as they are called now: a system message that begins with a space goes on
-- after its sender's name (chat/store.server.ts). Kept with the name of that moment, whoever renames themselves for a
-- minute would speak with the house's voice for good.
update messages set content = ' ha enviado una propuesta.'
where type = 'system' and content like '% ha enviado una propuesta.';
