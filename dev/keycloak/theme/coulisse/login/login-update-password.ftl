<#-- A generated password is changed at the first login; so is a forgotten one. -->
<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('password', 'password-confirm'); section>
  <#if section = "header">
    ${msg("updatePasswordTitle")}
  <#elseif section = "form">
    <form id="kc-passwd-update-form" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <@fields.password id="password-new" label=msg("passwordNew") errors="password" autocomplete="new-password" focus=true>
        <span class="help">${msg("passwordRules")}</span>
      </@fields.password>
      <@fields.password id="password-confirm" label=msg("passwordConfirm") errors="password-confirm" autocomplete="new-password"/>
      <#-- A new password ends every other session: whoever knew the old one may still have one. -->
      <input type="hidden" name="logout-sessions" value="on">
      <@fields.submit msg("doSubmit")/>
      <#if isAppInitiatedAction??>
      <button class="button button-quiet" name="cancel-aia" value="true" type="submit">${msg("doCancel")}</button>
      </#if>
    </form>
    <@fields.passwordScript/>
  </#if>
</@layout.registrationLayout>
