-- System messages show the sender's present name: one that begins with a space follows that name
-- (chat/store.server.ts). If the name were stored in the message, a user who took another name for a minute would
-- leave it in a message of Amparo for good.
update messages set content = ' ha enviado una propuesta.'
where type = 'system' and content like '% ha enviado una propuesta.';
